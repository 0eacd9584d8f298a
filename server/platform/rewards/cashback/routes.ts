import {
  cashbackClaim,
  cashbackOverview,
  cashbackRates,
  cashbackStatement,
  cashbackStatements,
} from '../../../../shared/api/cashback/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { claim, type PayDeps } from './pay.ts';
import { listStatements, readOverview, readRates, readStatement } from './present.ts';

export function cashbackRoutes(deps: PayDeps): readonly BoundCall[] {
  const { db, clock, merchant, protection } = deps;
  const reader = () => ({ merchant, protection, now: clock.now() });
  return [
    bind(cashbackOverview, async ({ actor }) => ({
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
      ...(await readOverview(db, actor.memberId, reader())),
    })),
    bind(cashbackStatements, async ({ actor }, { query }) => ({
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
      ...(await listStatements(db, actor.memberId, { page: query.page, state: query.state }, clock.now())),
    })),
    bind(cashbackStatement, async ({ actor }, { query }) => ({
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
      ...(await readStatement(db, actor.memberId, query.statementId, clock.now())),
    })),
    bind(cashbackRates, () => readRates(db, merchant)),
    bind(cashbackClaim, async ({ actor }, { body }) => {
      const { count, paid, waiting } = await claim(deps, actor.memberId, body.statementId);
      return { ...currencyView(actor.currency), count, paid: toWire(paid), waiting: toWire(waiting) };
    }),
  ];
}
