import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('./serve.js', import.meta.url));

/** Makes the upstream of `serve.ts` send an event to all event streams. */
export const NOTIFY_ALL = '/tell-all';

export interface Child {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts one of the comparison servers of `serve.ts` in a separate process. */
export async function serve(role: string, argument = ''): Promise<Child> {
  const child = spawn(process.execPath, [SERVE, role, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${Number(chunk.toString())}`, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
