/**
 * Solves a proof of work in a worker, so that typing stays responsive. Resolves to base64 of challenge and solution as
 * JSON. Rejects if the browser cannot solve it: over plain HTTP there is no Web Crypto.
 */
export function solveInWorker(challenge: object, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' });
    const fail = () => {
      worker.terminate();
      reject(new Error('challenge not solved'));
    };
    signal.addEventListener('abort', fail, { once: true });
    worker.onerror = fail;
    worker.onmessage = ({ data: solution }: MessageEvent<object | null>) => {
      if (solution === null) return fail();
      worker.terminate();
      resolve(btoa(JSON.stringify({ challenge, solution })));
    };
    worker.postMessage(challenge);
  });
}
