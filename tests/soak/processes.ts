import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Sample } from './memory.ts';

/** One process of the product, which can be restarted. */
export interface Part {
  readonly name: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** The runs of its process so far, oldest first. */
  readonly processRuns: readonly Sample[][];
  /** Last output of each unexpected exit. */
  readonly unexpectedExits: readonly string[];
  /** Last output. */
  tail(): string;
}

export interface PartOptions {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers with 200 when it is ready. */
  readonly isUp: () => Promise<boolean>;
}

const SAMPLE_MS = 5_000;
const POLL_MS = 100;
const START_GUARD_MS = 120_000;
const MAX_LOG_LINES = 60;

export function createPart({ name, command: [program, ...args], env = {}, isUp }: PartOptions): Part {
  let child: ChildProcess | undefined;
  let sampling: NodeJS.Timeout | undefined;
  const processRuns: Sample[][] = [];
  const lines: string[] = [];
  const unexpectedExits: string[] = [];
  const appendLines = (chunk: Buffer) => {
    lines.push(...chunk.toString().split('\n').filter(Boolean));
    lines.splice(0, lines.length - MAX_LOG_LINES);
  };
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    child = undefined;
    clearInterval(sampling);
    if (!ending || ending.exitCode !== null) return ending?.exitCode ?? null;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    return ((await exited) as [number | null])[0];
  }
  return {
    name,
    processRuns,
    unexpectedExits,
    tail: () => lines.join('\n'),
    async start() {
      const started = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      started.once('exit', () => child === started && unexpectedExits.push(lines.slice(-5).join(' / ')));
      started.stdout.on('data', appendLines);
      started.stderr.on('data', appendLines);
      const samples: Sample[] = [];
      processRuns.push(samples);
      sampling = setInterval(() => {
        const megabytes = residentMegabytes(started.pid ?? 0);
        if (megabytes !== undefined) samples.push({ at: performance.now(), megabytes });
      }, SAMPLE_MS);
      for (const begin = performance.now(); !(await isUp().catch(() => false)); await pause(POLL_MS))
        if (started.exitCode !== null || performance.now() - begin > START_GUARD_MS)
          throw new Error(`${name} does not start:\n${lines.join('\n')}`);
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    signal: (signal) => void child?.kill(signal),
  };
}

/** Undefined where the system does not report it. */
function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
