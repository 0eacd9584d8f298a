import { readClaimable } from './notices.ts';
import { claim, expire, type PayDeps, payDue } from './pay.ts';
import { countAndClose, type PeriodDeps } from './periods.ts';
import { settlePeriods } from './settle.ts';

export type CashbackDeps = PayDeps & PeriodDeps;

export interface Cashbacks {
  /** Counts play, closes and settles the periods that are over, ends claims and pays what is due. Repeated and concurrent runs share the work. */
  run(): Promise<void>;
  /** Claims all that the member can claim now, if there is anything. */
  claimAll(memberId: string): Promise<void>;
}

export function createCashback(deps: CashbackDeps): Cashbacks {
  return {
    async run() {
      await countAndClose(deps);
      await settlePeriods(deps);
      await expire(deps);
      await payDue(deps);
    },
    async claimAll(memberId) {
      const { count } = await readClaimable(deps.db, memberId, deps.clock.now());
      if (count > 0) await claim(deps, memberId, 'all');
    },
  };
}
