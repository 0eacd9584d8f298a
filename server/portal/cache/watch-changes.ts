import { systemWhitelabel } from '../../../shared/api/system/contract.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Visitor } from '../contracts.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { fetchPublic } from '../upstream/upstream.ts';

export interface WatchChangesDeps {
  readonly client: UpstreamClient;
  readonly merchant: string;
  /** Visitor on whose behalf the poll runs. */
  readonly visitor: Visitor;
  /** Called when all cached answers are outdated. */
  readonly onChange: () => void;
  readonly everyMs: number;
}

/**
 * Polls the platform, bypassing all caches, for changes that operators made on any node. An upstream that does not answer counts as
 * unchanged.
 */
export function watchChanges({ client, merchant, visitor, onChange, everyMs }: WatchChangesDeps): { stop(): void } {
  let version: string | undefined;
  let isStopped = false;

  async function readVersion(): Promise<void> {
    const { envelope } = await fetchPublic(client, merchant, systemWhitelabel, '', visitor);
    const current = envelope.success ? (envelope.value as { contentVersion?: unknown }).contentVersion : undefined;
    if (typeof current !== 'string' || isStopped) return;
    if (version !== undefined && version !== current) onChange();
    version = current;
  }
  const polls = createLoop(
    async () => {
      await readVersion().catch(() => undefined);
      return everyMs;
    },
    { firstAfterMs: everyMs },
  );
  polls.start();
  return {
    stop() {
      isStopped = true;
      void polls.stop();
    },
  };
}
