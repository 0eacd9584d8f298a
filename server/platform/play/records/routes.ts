import { consolidatedFunds, memberProfit, memberStatement } from '../../../../shared/api/records/contract.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { BONUS, BONUS_HELD, HOLD, transitVendor, WALLET } from '../../ledger/index.ts';
import { betRoutes } from './bet-routes.ts';
import type { RecordDeps } from './contracts.ts';
import { movementRoutes } from './movement-routes.ts';
import { findAccounts } from './movements.ts';
import { profitOf } from './profit.ts';
import { statementOf } from './statement.ts';

const VENDOR = 'vendor:';

export function recordRoutes(deps: RecordDeps): readonly BoundCall[] {
  const { db, clock, currencySymbol } = deps;
  return [
    ...betRoutes(deps),
    ...movementRoutes(deps),
    bind(memberProfit, ({ actor, language }, { query }) => profitOf(deps, actor, language, query)),
    bind(memberStatement, ({ actor, language }, { query }) => statementOf(deps, actor, language, query)),
    bind(consolidatedFunds, async ({ actor }) => {
      const accounts = await findAccounts(db, actor.memberId);
      const moving = accounts.reduce((sum, { kind, units }) => (transitVendor(kind) === undefined ? sum : sum + units), 0n);
      const balanceOf = (kindName: string) => accounts.find(({ kind }) => kind === kindName)?.units ?? 0n;
      const pools = [BONUS, BONUS_HELD].reduce((sum, kind) => sum + balanceOf(kind), 0n);
      return {
        wallet: toWire(balanceOf(WALLET)),
        hold: toWire(balanceOf(HOLD)),
        vendors: accounts
          .filter(({ kind }) => kind.startsWith(VENDOR))
          .map(({ kind, units }) => ({ vassalage: kind.slice(VENDOR.length), balance: toWire(units) })),
        ...(moving > 0n && { moving: toWire(moving) }),
        ...(pools > 0n && { bonus: toWire(pools) }),
        total: toWire(accounts.reduce((sum, { units }) => sum + units, 0n)),
        currency: actor.currency,
        currencySymbol: currencySymbol(actor.currency),
        asOf: clock.now().toISOString(),
      };
    }),
  ];
}
