import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Env } from '../config/env.ts';
import {
  connectBackup,
  DirectoryInUse,
  embeddedDir,
  flush,
  type Manifest,
  type OnlineBackup,
  openDatabase,
  sizeOf,
  writeArchive,
} from '../platform/base/db/open.ts';
import { startOrEnd } from './end-program.ts';
import { createProgress, megabytes } from './progress.ts';

const USAGE = `npm run backup -- FILE [--with-key]
  FILE        a new file, for example lagoon-2026-11-23.tar.gz
  --with-key  also stores the generated secrets (the data key); anyone with the file can then read everything in it`;

/**
 * `npm run backup -- FILE`: a consistent copy of the embedded database, whether the service runs or not. Exit code 0: written; 1: not; 2:
 * wrong usage.
 */
async function runBackup(env: Env, args: readonly string[], print: (line: string) => void): Promise<number> {
  const [file, ...others] = args.filter((arg) => arg !== '--with-key');
  const withKey = args.includes('--with-key');
  if (file === undefined || others.length > 0 || file.startsWith('-')) {
    print(USAGE);
    return 2;
  }
  const dir = embeddedDir(env.dataDir);
  try {
    if (env.databaseUrl !== undefined) throw new Error('DATABASE_URL is set: use pg_dump (docs/deploy.md, "Backup and restore").');
    if (!existsSync(join(dir, 'PG_VERSION'))) throw new Error(`there is no database in ${dir}.`);
    if (existsSync(file)) throw new Error(`${file} exists already; a backup overwrites nothing.`);
    const { backup, close } = await holdDatabase(env.dataDir, dir);
    try {
      await write(env, resolve(file), { dir, backup, withKey, print });
    } finally {
      await backup.release().finally(close);
    }
    return 0;
  } catch (error) {
    print(`No backup was written: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** The database of the running service, or one opened by this process. */
async function holdDatabase(dataDir: string, dir: string): Promise<{ backup: OnlineBackup; close: () => Promise<void> }> {
  try {
    const opened = await openDatabase({ dir });
    if (!opened.backup) throw new Error('this database is not on disk.');
    return { backup: opened.backup, close: opened.close };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const backup = await connectBackup(dataDir);
    if (backup) return { backup, close: async () => undefined };
    throw new Error(`${error.message} It does not answer on its backup socket; is it still starting?`);
  }
}

interface Writing {
  readonly dir: string;
  readonly backup: OnlineBackup;
  readonly withKey: boolean;
  readonly print: (line: string) => void;
}

async function write(env: Env, file: string, { dir, backup, withKey, print }: Writing): Promise<void> {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  const secrets = join(env.dataDir, 'secrets');
  const names = withKey && existsSync(secrets) ? readdirSync(secrets) : [];
  const extra = names.map((name) => ({ name: `secrets/${name}`, bytes: readFileSync(join(secrets, name)) }));
  const manifest: Manifest = { format: 1, createdAt: new Date().toISOString(), merchant: env.merchant, holdsKey: extra.length > 0 };
  const total = sizeOf(dir);
  const onBytes = createProgress(print, (bytes) => `copied ${megabytes(bytes)} of about ${megabytes(total)}`);
  await backup.start();
  try {
    const { files, bytes } = await writeArchive(part, manifest, { dir, extra, stop: backup.stop, onBytes });
    renameSync(part, file);
    flush(dirname(file));
    print(`${file}: ${files} files, ${megabytes(bytes)} before compression.`);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  print('It contains the whole database, including pictures and uploads.');
  if (extra.length > 0) print('IT CONTAINS THE DATA KEY: anyone with this file can read everything in it.');
  else
    print(
      `It does not contain the data key: keep DATA_KEY, or ${join(secrets, 'data-key')}, in another safe place. Without it contacts and second factors are lost.`,
    );
  print('Keep the merchant file and its pictures as well.');
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href) {
  process.umask(0o077);
  process.exitCode = await runBackup((await startOrEnd()).env, process.argv.slice(2), (line) => console.log(line));
}
