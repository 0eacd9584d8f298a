import { createWriteStream, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { Env } from '../config/env.ts';
import { readSecret } from '../config/secrets.ts';
import { embeddedDir, flush, type Manifest, readArchive, sizeOf } from '../platform/base/db/open.ts';
import { endProgram, startOrEnd } from './end-program.ts';
import { createProgress, megabytes } from './progress.ts';
import { runAudit } from './run-audit.ts';

const USAGE = `npm run restore -- FILE
  FILE  a backup; it is restored into DATA_DIR, which must hold no database yet`;

/**
 * `npm run restore -- FILE`: restores a backup into an empty data folder and audits its books. Exit code 0: restored and verified; 1: not;
 * 2: wrong usage.
 */
async function runRestore(env: Env, [file, ...others]: readonly string[], print: (line: string) => void): Promise<number> {
  if (file === undefined || others.length > 0 || file.startsWith('-')) {
    print(USAGE);
    return 2;
  }
  const dir = embeddedDir(env.dataDir);
  const draft = `${dir}.restoring`;
  try {
    if (env.databaseUrl !== undefined) throw new Error('DATABASE_URL is set: use pg_restore (docs/deploy.md, "Backup and restore").');
    if (!existsSync(file)) throw new Error(`there is no file ${file}.`);
    if (existsSync(dir) && readdirSync(dir).length > 0) throw new Error(`${dir} is not empty; a restore overwrites nothing.`);
    const manifest = await unpack(env, file, draft, print);
    rmSync(dir, { recursive: true, force: true });
    renameSync(join(draft, 'db'), dir);
    if (manifest.holdsKey) placeSecrets(join(draft, 'secrets'), join(env.dataDir, 'secrets'));
    rmSync(draft, { recursive: true, force: true });
    flush(env.dataDir);
    print(`Restored into ${dir}: the state of ${manifest.createdAt}.`);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    print(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  const code = await runAudit(env, print);
  if (env.dataKey === undefined && readSecret(env.dataDir, 'data-key') === undefined)
    print(`The data key is not here: set DATA_KEY, or put the file back to ${join(env.dataDir, 'secrets', 'data-key')}, before the start.`);
  return code === 0 ? 0 : 1;
}

async function unpack(env: Env, file: string, draft: string, print: (line: string) => void): Promise<Manifest> {
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  let manifest: Manifest | undefined;
  let unpackedBytes = 0;
  const progress = createProgress(print, (bytes) => `unpacked ${megabytes(bytes)}`);
  await readArchive(
    file,
    (found) => {
      manifest = found;
      if (found.holdsKey && existsSync(join(env.dataDir, 'secrets', 'data-key')))
        throw new Error('it holds a data key, and the data folder has one already; move that one away first.');
    },
    async (name, isFolder, content) => {
      const path = join(draft, name);
      mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
      if (isFolder) {
        for await (const _chunk of content);
        return 0;
      }
      const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      let bytes = 0;
      for await (const chunk of content) {
        bytes += chunk.length;
        if (!out.write(chunk)) await new Promise<void>((drained) => out.once('drain', () => drained()));
      }
      out.end();
      await finished(out);
      flush(path);
      unpackedBytes += bytes;
      progress(unpackedBytes);
      return bytes;
    },
  );
  if (!manifest) throw new Error('this is no backup of this product');
  print(`Unpacked ${megabytes(sizeOf(draft))}.`);
  return manifest;
}

function placeSecrets(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) if (!existsSync(join(to, name))) renameSync(join(from, name), join(to, name));
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href) {
  process.umask(0o077);
  endProgram(await runRestore((await startOrEnd()).env, process.argv.slice(2), (line) => console.log(line)));
}
