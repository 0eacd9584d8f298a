import { existsSync } from 'node:fs';
import { DAY_MS, HOUR_MS, MINUTE_MS, zonedText } from '../../shared/time.ts';
import type { Env } from '../config/env.ts';
import { defined } from '../kit/defined.ts';
import { DirectoryInUse, embeddedDir, openDatabase } from '../platform/base/db/open.ts';
import { Refusal } from '../platform/base/refusal.ts';
import { MAX_ADVANCE_MS, storeAdvance } from '../platform/ops/demo-clock/index.ts';

const USAGE = 'Usage: npm run demo:advance -- TIME, for example 30m, 12h or 7d; at most 31d';
const NO_DEMO = 'This is not the demo: its clock is the clock of the machine. Nothing was changed.';
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const MAX_MS = 31 * DAY_MS;

/**
 * `npm run demo:advance -- 1d`: moves the clock of a demo forward, a day at a time, so that windows close, wages are paid and terms end. A
 * running service does so at once, a stopped one when it starts. Exit code 0: moved; 1: refused; 2: wrong usage, or no service and database.
 */
export async function runDemoAdvance(args: readonly string[], env: Env, print: (line: string) => void): Promise<number> {
  const milliseconds = args.length === 1 ? readTime(args[0] ?? '') : undefined;
  if (milliseconds === undefined) {
    print(USAGE);
    return 2;
  }
  try {
    let printed = '';
    for (let left = milliseconds; left > 0; left -= MAX_ADVANCE_MS) {
      const line = await advance(env, Math.min(left, MAX_ADVANCE_MS));
      if (line !== printed) print(line);
      printed = line;
    }
    return 0;
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === 'unauthorized';
    print(isRefused ? NO_DEMO : `The clock could not be moved: ${error instanceof Error ? error.message : String(error)}`);
    return isRefused ? 1 : 2;
  }
}

function readTime(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  return milliseconds > 0 && milliseconds <= MAX_MS ? milliseconds : undefined;
}

function timeText({ now, timeZone }: { readonly now: string; readonly timeZone?: string }): string {
  return `The clock of the demo is at ${now}${timeZone === undefined ? '' : `, ${zonedText(now, timeZone)} in ${timeZone}`}.`;
}

/** A running service moves itself, because it also does what is due. Returns a line of text. */
async function advance(env: Env, milliseconds: number): Promise<string> {
  const url = `http://127.0.0.1:${env.adminPort}/demo/advance/${milliseconds}`;
  const answer = await fetch(url, { method: 'POST' }).catch(() => undefined);
  if (answer?.ok) return timeText((await answer.json()) as { now: string; timeZone?: string });
  if (answer?.status === 401) throw new Refusal('unauthorized');
  if (answer) throw new Error(`the service answered ${url} with status ${answer.status}.`);
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) throw new Error(`there is no database in ${dir} yet; npm start makes one.`);
  const opened = await openDatabase({ ...defined({ url: env.databaseUrl }), dir }).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new Error(`a running service holds the database, and ${url} does not answer. Is ADMIN_PORT that of the service?`);
  });
  try {
    await storeAdvance(opened.db, env.merchant, milliseconds);
    return 'No service responds: the next start of the demo is at the new time.';
  } finally {
    await opened.close();
  }
}
