import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Env } from '../config/env.ts';
import { defined } from '../kit/defined.ts';
import { systemClock } from '../platform/base/clock.ts';
import { DataKeyError, type DataKeys } from '../platform/base/data-key/index.ts';
import { type Database, inTransaction } from '../platform/base/db/index.ts';
import { DirectoryInUse, DirectoryRefused, embeddedDir, openDatabase } from '../platform/base/db/open.ts';
import { createPasswords } from '../platform/identity/members/index.ts';
import { createOperators, isRole, ROLES, type Role, writeLog } from '../platform/operators/index.ts';
import { findDataKeys } from '../service/data-keys.ts';
import { endProgram, startOrEnd } from './end-program.ts';

const USAGE = `npm run operator -- add NAME ROLE
npm run operator -- reset NAME
  NAME  3 to 32 letters, digits, dots or dashes
  ROLE  ${ROLES.join(', ')}`;
const NAME = /^[a-z][a-z0-9._-]{2,31}$/i;
const PASSWORD_BYTES = 15;

type Order = { readonly name: string; readonly role: Role } | { readonly name: string; readonly role?: undefined };

/**
 * `npm run operator -- add NAME ROLE`: adds an operator and prints the first password, which must be changed at the first sign-in. For the
 * first two admins of a merchant, who count as two persons at once; others are added in the console. `reset NAME`: a new first password for
 * an operator who has lost password and authenticator. Exit code 0: done; 1: not; 2: wrong usage.
 */
export async function runOperator(env: Env, words: readonly string[], print: (line: string) => void): Promise<number> {
  const order = orderOf(words);
  if (!order) {
    const [command, name, role] = words;
    if (command === 'add' && name !== undefined && role !== undefined && !isRole(role)) print(`There is no role ${role}.`);
    print(USAGE);
    return 2;
  }
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) {
    print(`There is no database in ${dir} yet; npm start makes one.`);
    return 1;
  }
  try {
    const opened = await openDatabase({ ...defined({ url: env.databaseUrl }), dir });
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const done = await findDataKeys(opened.db, env)
      .then((keys) => perform(env, keys, opened.db, order, password))
      .finally(opened.close);
    print(outcomeText(order, done, password));
    return done ? 0 : 1;
  } catch (error) {
    if (error instanceof DataKeyError || error instanceof DirectoryRefused) {
      print(error.message);
      return 1;
    }
    if (!(error instanceof DirectoryInUse)) throw error;
    print('A running service holds the database. Add and reset operators in its console, or stop it first.');
    return 1;
  }
}

function orderOf([command, name = '', role, ...others]: readonly string[]): Order | undefined {
  if (!NAME.test(name) || others.length > 0) return undefined;
  if (command === 'reset') return role === undefined ? { name } : undefined;
  return command === 'add' && role !== undefined && isRole(role) ? { name, role } : undefined;
}

function outcomeText({ name, role }: Order, done: boolean, password: string): string {
  if (role !== undefined)
    return done ? `${name} is added as ${role}. First password, shown this once: ${password}` : `There is an operator ${name} already.`;
  if (!done) return `There is no operator ${name}, or the account is disabled: an admin enables it in the console.`;
  return `${name} is reset: password, authenticator and lock are removed, and all sessions have ended. First password, shown this once: ${password}`;
}

function perform(
  { merchant }: Pick<Env, 'merchant'>,
  { secrets }: DataKeys,
  db: Database,
  order: Order,
  password: string,
): Promise<boolean> {
  const { name, role } = order;
  const deps = { db, merchant, clock: systemClock, passwords: createPasswords(), secrets, knownPassword: undefined };
  const operators = createOperators(deps);
  return inTransaction(db, async (tx) => {
    const id = await (role === undefined
      ? operators.reset(tx, { name, password })
      : operators.add(tx, { name, role, password, mustChange: true }));
    if (id === undefined) return false;
    const action = role === undefined ? ('operator.reset' as const) : ('operator.added' as const);
    const entry = { operator: 'command line', action, object: `operator:${id}`, reason: '', address: '' };
    await writeLog(tx, deps, { ...entry, detail: { name: name.toLowerCase(), ...(role && { role }) } });
    return true;
  });
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  endProgram(await runOperator((await startOrEnd()).env, process.argv.slice(2), (line) => console.log(line)));
