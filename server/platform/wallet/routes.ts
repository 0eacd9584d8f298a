import { walletBalance } from '../../../shared/api/wallet-calls.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type BoundCall, bindSigned } from '../http/binding.ts';
import type { Wallet } from './wallet.ts';

export interface WalletRouteDeps {
  readonly db: Database;
  readonly wallet: Wallet;
  readonly clock: Clock;
  /** What a currency is written with on screen ("$"). */
  currencySymbol(currency: string): string;
}

export function walletRoutes({ db, wallet, clock, currencySymbol }: WalletRouteDeps): readonly BoundCall[] {
  return [
    bindSigned(walletBalance, async ({ actor }) => {
      const balance = await wallet.balance(db, actor.memberId);
      if (!balance) throw new Error(`member ${actor.memberId} has no wallet`);
      return {
        sumBalance: toWire(balance.units),
        currency: balance.currency,
        currencySymbol: currencySymbol(balance.currency),
        version: balance.version,
        asOf: clock.now().toISOString(),
      };
    }),
  ];
}
