import { languagesOf } from '../../../shared/i18n/languages.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { CallRefused } from './call-value.ts';
import { askSite } from './site.ts';

const AGAIN_MS = 5_000;

/**
 * Asks once, in each language, for what all pages need, and again later where the platform does not answer yet. Else a process
 * that nobody has come to before the platform is away would have no page to show: what is kept is each process's own.
 */
export function warmSite(upstream: Upstream, nobody: Visitor): { close(): void } {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  async function warm(): Promise<void> {
    const [whitelabel] = await askSite(upstream, nobody);
    // One after the other: visitors come first.
    for (const language of languagesOf(whitelabel.languages)) if (!isClosed) await askSite(upstream, { ...nobody, language });
  }
  function begin(): void {
    warm().catch((error: unknown) => {
      if (!(error instanceof CallRefused)) throw error;
      if (!isClosed) timer = setTimeout(begin, AGAIN_MS).unref();
    });
  }
  begin();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
