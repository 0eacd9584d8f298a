import { CHECK, type ProviderHealth } from './health.ts';

/** A provider with an address that answers while it takes payments. */
export interface CheckedProvider {
  readonly code: string;
  readonly healthUrl?: string;
}

const DEADLINE_MS = 5_000;

/** Requests the health addresses; for the scheduler. */
export async function checkProviders(health: Pick<ProviderHealth, 'reportCheck'>, providers: readonly CheckedProvider[]): Promise<void> {
  await Promise.all(
    providers.map(async ({ code, healthUrl }) => {
      if (healthUrl !== undefined) await health.reportCheck(code, await failureOf(healthUrl));
    }),
  );
}

async function failureOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DEADLINE_MS) });
    await answer.body?.cancel();
    return answer.ok ? undefined : `${CHECK}HTTP ${answer.status}`;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return `${CHECK}${cause?.code ?? (error instanceof Error ? error.name : 'no answer')}`;
  }
}
