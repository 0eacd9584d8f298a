import { CHUNK_LOAD_TIMEOUT_MS } from '../../shared/constants.ts';

/** Waits for scripts at most two minutes; when they do not come, the page says so and offers to load it again. */
export async function inTime<T>(scripts: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, CHUNK_LOAD_TIMEOUT_MS, new Error('script time-out'));
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
