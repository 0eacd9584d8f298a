import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '../../../kit/defined.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './pglite-remote.ts';
import { DIRECTORY_LOST, toPlainError } from './pglite-remote.ts';

/** Body of the embedded database's thread; counterpart of `pglite-remote.ts`. */
async function run(port: NonNullable<typeof parentPort>, { dir, seeds }: WorkerStart): Promise<void> {
  const answer = (message: WorkerAnswer) => port.postMessage(message);
  try {
    const onLost = (reason: Error) => answer({ id: DIRECTORY_LOST, error: toPlainError(reason) });
    const { engine, flushes, exposed } = await openPgliteEngine({ ...defined({ dir }), seeds, lock: { onLost } });
    port.on('message', async (request: WorkerRequest) => {
      try {
        if (request.kind === 'close') {
          await engine.close();
          answer({ id: request.id, result: null });
          port.close();
          return;
        }
        answer({ id: request.id, result: await engine.query(request.text, request.values, request.begins) });
      } catch (error) {
        answer({ id: request.id, error: toPlainError(error) });
      }
    });
    answer({ id: 0, result: { flushes, exposed } });
  } catch (error) {
    answer({ id: 0, error: toPlainError(error) });
    port.close();
  }
}

if (parentPort) await run(parentPort, workerData as WorkerStart);
