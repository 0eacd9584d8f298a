import { spawn } from 'node:child_process';
import { freePort, track } from './service.ts';

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The same as for a service. */
  readonly through?: readonly string[];
}

/** Runs a program of the built product on a data folder until it ends: a tool, or a service whose start is refused. */
export async function runProgram(
  name: string,
  dataDir: string,
  { args = [], env = {}, through = [] }: ProgramOptions = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
  const command = [...through, process.execPath, '--liftoff-only', `dist/server/${name}.js`, ...args];
  const child = spawn(command[0] as string, command.slice(1), {
    env: { PATH: process.env.PATH, ...ports, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  track(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
