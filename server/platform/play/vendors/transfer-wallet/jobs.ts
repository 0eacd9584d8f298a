import { DAY_MS } from '../../../../../shared/time.ts';
import type { Job } from '../../../base/jobs/index.ts';
import { checkBalances } from './balance-checks.ts';
import type { TransferWalletDeps } from './contracts.ts';
import { bookEntries } from './entries.ts';
import { readHistory, removeBookedEntries } from './history.ts';
import { lineOf } from './lines.ts';
import { resolveDue } from './moves.ts';
import { returnDue, returnOfResting } from './returns.ts';

/** Time in which a provider is asked about an entry. */
const KEPT_MS = 90 * DAY_MS;

/** Jobs of providers that keep balances. Rows are claimed, so that runs on several nodes do not collide. */
export function transferWalletJobs(deps: TransferWalletDeps): readonly Job[] {
  return [
    { name: 'moves to vendors', cronPattern: '*/5 * * * * *', run: () => resolveDue(deps) },
    { name: 'play at vendors', cronPattern: '*/5 * * * * *', run: () => bookPlay(deps) },
    {
      name: 'returns from vendors',
      cronPattern: '3,13,23,33,43,53 * * * * *',
      run: async () => {
        await deps.providers.refresh?.();
        await returnOfResting(deps);
        await returnDue(deps);
      },
    },
    {
      name: 'old play at vendors',
      cronPattern: '35 2 * * *',
      run: () => removeBookedEntries(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS)),
    },
    {
      name: 'balances at vendors',
      cronPattern: '38 * * * * *',
      run: async () => {
        await deps.providers.refresh?.();
        await checkBalances(deps);
      },
    },
  ];
}

/** Providers do not wait for each other: one that does not answer holds up its own history only. */
async function bookPlay(deps: TransferWalletDeps): Promise<void> {
  await deps.providers.refresh?.();
  const codes = deps.providers.transferWallets?.() ?? [];
  const results = await Promise.allSettled(
    codes.map(async (code) => {
      const line = lineOf(deps.providers, code);
      if (line) await readHistory(deps, line);
      await bookEntries(deps, code);
    }),
  );
  for (const result of results)
    if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'play at a vendor could not be booked');
}
