import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Env, readStart } from '../config/env.ts';
import { systemClock } from '../platform/base/clock.ts';
import { DataKeyError, type DataKeys } from '../platform/base/data-key/index.ts';
import { type Database, inTransaction } from '../platform/base/db/index.ts';
import { DirectoryInUse, DirectoryRefused, embeddedDir, openDatabase } from '../platform/base/db/open.ts';
import { createOperators, isRole, ROLES, writeLog } from '../platform/console/index.ts';
import { createPasswords } from '../platform/identity/members/index.ts';
import { findDataKeys } from '../service/data-keys.ts';

const USAGE = `npm run operator -- add NAME ROLE
  NAME  3 to 32 letters, digits, dots or dashes
  ROLE  ${ROLES.join(', ')}`;
const NAME = /^[a-z][a-z0-9._-]{2,31}$/i;
const PASSWORD_BYTES = 15;

/**
 * `npm run operator -- add NAME ROLE`: adds an operator and prints the first password, which must be changed at the first sign-in. For the
 * first two admins of a merchant, who count as two persons at once; others are added in the console. Exit code 0: added; 1: not; 2: wrong usage.
 */
export async function runOperator(
  env: Env,
  [command, name = '', role = '']: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  if (command !== 'add' || !NAME.test(name) || !isRole(role)) {
    print(USAGE);
    return 2;
  }
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) {
    print(`There is no database in ${dir} yet; npm start makes one.`);
    return 1;
  }
  try {
    const opened = await openDatabase({ url: env.databaseUrl, dir });
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const added = await findDataKeys(opened.db, env)
      .then((keys) => add(env, keys, opened.db, { name, role, password }))
      .finally(opened.close);
    print(added ? `${name} is added as ${role}. First password, shown this once: ${password}` : `There is an operator ${name} already.`);
    return added ? 0 : 1;
  } catch (error) {
    if (error instanceof DataKeyError || error instanceof DirectoryRefused) {
      print(error.message);
      return 1;
    }
    if (!(error instanceof DirectoryInUse)) throw error;
    print('A running service holds the database. Add operators in its console, or stop it first.');
    return 1;
  }
}

function add(
  { merchant }: Pick<Env, 'merchant'>,
  { secrets }: DataKeys,
  db: Database,
  operator: { readonly name: string; readonly role: (typeof ROLES)[number]; readonly password: string },
): Promise<boolean> {
  const deps = {
    db,
    merchant,
    clock: systemClock,
    passwords: createPasswords(),
    secrets,
  };
  return inTransaction(db, async (tx) => {
    const id = await createOperators(deps).add(tx, { ...operator, mustChange: true });
    if (id === undefined) return false;
    const entry = { operator: 'command line', action: 'operator.added', object: `operator:${id}`, reason: '', address: '' };
    await writeLog(tx, deps, { ...entry, detail: { name: operator.name.toLowerCase(), role: operator.role } });
    return true;
  });
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  process.exitCode = await runOperator((await readStart()).env, process.argv.slice(2), (line) => console.log(line));
