import { expire, type PayDeps, payDue } from './pay.ts';
import { countAndClose, type PeriodDeps } from './periods.ts';
import { settlePeriods } from './settle.ts';

export type CashbackDeps = PayDeps & PeriodDeps;

export interface Cashbacks {
  /** Counts play, closes and settles the periods that are over, ends claims and pays what is due. Repeated and concurrent runs share the work. */
  run(): Promise<void>;
}

export function createCashback(deps: CashbackDeps): Cashbacks {
  return {
    async run() {
      await countAndClose(deps);
      await settlePeriods(deps);
      await expire(deps);
      await payDue(deps);
    },
  };
}
