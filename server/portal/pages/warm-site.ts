import { languagesOf } from '../../../shared/i18n/languages.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { CallRefused } from './call-value.ts';
import { loadSiteData } from './site.ts';

const RETRY_MS = 5_000;

/**
 * Loads once, in each language, the data that all pages need, and retries while the platform does not answer. Caches are per process: a
 * process without earlier visitors would have no page to show during an outage of the platform.
 */
export function warmSite(upstream: Upstream, anonymous: Visitor): { close(): void } {
  let isClosed = false;
  async function warm(): Promise<void> {
    const [whitelabel] = await loadSiteData(upstream, anonymous);
    // In sequence, so that visitors' requests have priority.
    for (const language of languagesOf(whitelabel.languages)) if (!isClosed) await loadSiteData(upstream, { ...anonymous, language });
  }
  const attempts = createLoop(async () => {
    try {
      await warm();
      return undefined;
    } catch (error) {
      if (error instanceof CallRefused) return RETRY_MS;
      throw error;
    }
  });
  attempts.start();
  return {
    close() {
      isClosed = true;
      void attempts.stop();
    },
  };
}
