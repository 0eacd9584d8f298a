import type { CHUNK_LOAD_TIMEOUT_MS } from '../../shared/constants.ts';

/** By its type alone: the loader is not to bring the constants of the whole product along. */
const LATE_MS: typeof CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Waits for scripts at most two minutes; when they do not come, the page says so and offers to load it again. */
export async function inTime<T>(scripts: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, LATE_MS, new Error('script time-out'));
  });
  try {
    return await Promise.race([scripts, late]);
  } catch (error) {
    document.getElementById('script-trouble')?.removeAttribute('hidden');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
