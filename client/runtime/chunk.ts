import { CHUNK_LOAD_TIMEOUT_MS } from '../../shared/constants.ts';

/** Waits at most two minutes for scripts. If they fail to load, the page shows an error with a reload link. */
export function withLoadTimeout<T>(scripts: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(reject, CHUNK_LOAD_TIMEOUT_MS, new Error('script timed out'));
    scripts.then(resolve, reject).finally(() => clearTimeout(timer));
  }).catch((error: unknown) => {
    document.getElementById('script-trouble')?.removeAttribute('hidden');
    throw error;
  });
}
