import { existsSync } from 'node:fs';
import type { Env } from '../config/env.ts';
import { defined } from '../kit/defined.ts';
import { type ExplainedWage, explainWage, recomputeStatement } from '../platform/agents/wages/index.ts';
import { DirectoryInUse, embeddedDir, openDatabase } from '../platform/base/db/open.ts';

const USAGE = 'Usage: npm run wages -- explain ID';

/**
 * `npm run wages -- explain ID`: computes a wage again, from the facts of play and the history of uplines. Exit code 0: it equals the
 * statement; 1: it differs; 2: wrong usage, or not readable.
 */
export async function runWages(args: readonly string[], env: Env, print: (line: string) => void): Promise<number> {
  const [command, id = ''] = args;
  if (command !== 'explain' || !/^\d{1,18}$/.test(id)) {
    print(USAGE);
    return 2;
  }
  try {
    const found = await read(env, id);
    if (!found) {
      print(`There is no wage ${id}.`);
      return 2;
    }
    for (const line of found.lines) print(line);
    return found.same ? 0 : 1;
  } catch (error) {
    print(`The wage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function read(env: Env, id: string): Promise<ExplainedWage | undefined> {
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) throw new Error(`there is no database in ${dir} yet; npm start makes one.`);
  try {
    const opened = await openDatabase({ ...defined({ url: env.databaseUrl }), dir });
    try {
      const found = await recomputeStatement(opened.db, id);
      return found && explainWage(found);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUse) return fetchFromService(env, id);
    throw error;
  }
}

/** The embedded database has one user at a time, so a running service computes it. */
async function fetchFromService({ adminPort }: Env, id: string): Promise<ExplainedWage | undefined> {
  const url = `http://127.0.0.1:${adminPort}/wages/${id}`;
  const answer = await fetch(url).catch(() => undefined);
  if (answer?.status === 404) return undefined;
  if (!answer?.ok)
    throw new Error(`a running service holds the database, and ${url} does not answer. Is ADMIN_PORT that of the service? Else stop it.`);
  return (await answer.json()) as ExplainedWage;
}
