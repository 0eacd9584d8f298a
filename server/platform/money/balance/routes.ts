import { walletBalance } from '../../../../shared/api/balance/contract.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind, type Translate } from '../../base/http/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import { type Protection, type ProtectionRefusal, protectionRefusal } from '../../protection/responsible-gaming/index.ts';

export interface WalletRouteDeps {
  readonly db: Database;
  readonly wallet: Wallet;
  readonly clock: Clock;
  readonly protection: Pick<Protection, 'resting'>;
  readonly translate: Translate;
  /** Symbol of a currency on screen ("$"). */
  currencySymbol(currency: string): string;
}

export function walletRoutes({ db, wallet, clock, protection, translate, currencySymbol }: WalletRouteDeps): readonly BoundCall[] {
  return [
    bind(walletBalance, async ({ actor, language }) => {
      const held = await wallet.holdings(db, actor.memberId);
      if (!held) throw new Error(`member ${actor.memberId} has no wallet`);
      const { wallet: balance, atVendors, pools, playable } = held;
      const rest = await protection.resting(db, actor.memberId);
      return {
        sumBalance: toWire(playable.units),
        currency: balance.currency,
        currencySymbol: currencySymbol(balance.currency),
        version: playable.version,
        asOf: clock.now().toISOString(),
        ...(atVendors && { atVendors: toWire(atVendors) }),
        ...(pools && { bonus: toWire(pools) }),
        ...(rest && presentRest(rest, language, translate)),
      };
    }),
  ];
}

function presentRest(rest: ProtectionRefusal, language: string, translate: Translate) {
  const message = translate(language, `errors.${rest.code}`, protectionRefusal(rest).params);
  if (rest.code === 'account_held') return { held: { message } };
  return { resting: { code: rest.code, until: rest.until?.toISOString() ?? null, message } };
}
