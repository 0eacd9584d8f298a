import { inTransaction } from '../../base/db/index.ts';
import { type NoticeDeps, reportDays } from './notices.ts';
import { type PayDeps, payDue } from './pay.ts';
import { type SettleDeps, settleNext } from './settle.ts';
import { STREAMS } from './streams.ts';

export interface Wages {
  /** Settles all windows that are complete, the oldest of each kind first, and pays what is due. Repeated and concurrent runs share the work. */
  run(): Promise<void>;
}

/** A run ends, so that the jobs of a node that catches up get their turn. */
const WINDOWS_PER_RUN = 5_000;

export function createWages(deps: SettleDeps & PayDeps & NoticeDeps): Wages {
  return {
    async run() {
      for (const stream of STREAMS) {
        for (let settled = 0; settled < WINDOWS_PER_RUN; settled += 1) {
          if (!(await inTransaction(deps.db, (tx) => settleNext(deps, tx, stream)))) break;
        }
      }
      await payDue(deps);
      await reportDays(deps);
    },
  };
}
