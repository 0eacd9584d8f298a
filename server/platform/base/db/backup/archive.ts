import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { flush } from '../flush.ts';

/** Description of a backup, stored as its first entry. */
export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  readonly merchant: string;
  readonly holdsKey: boolean;
}

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const MANIFEST = 'manifest.json';
const END_MARKER = 'end.json';
const CHUNK_BYTES = 1024 * 1024;
const CONTROL = 'global/pg_control';
/** Files that each start creates again, or that are archived separately. */
const EXCLUDED = /^(?:lagoon\.lock|postmaster\.pid|backup_label.*|pg_wal\/.*|pg_stat_tmp\/.*|.*\/pg_internal\.init|.*\/pgsql_tmp.*)$/;

/** Writes a compressed tar file with owner-only access. `hold.stop` is called between the data folder and its log. */
export async function writeArchive(
  file: string,
  manifest: Manifest,
  {
    dir,
    extra,
    stop,
    onBytes,
  }: { dir: string; extra: readonly ArchiveEntry[]; stop: () => Promise<string>; onBytes: (bytes: number) => void },
): Promise<{ readonly files: number; readonly bytes: number }> {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 6 }), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const total = { files: 0, bytes: 0 };
  const add = async (name: string, bytes: Buffer) => {
    total.files += 1;
    total.bytes += bytes.length;
    await addBytes(tar, name, bytes);
  };
  const copy = async (path: string) => {
    const bytes = await addFile(tar, `db/${path}`, join(dir, path));
    if (bytes === undefined) return;
    total.files += 1;
    total.bytes += bytes;
    onBytes(total.bytes);
  };
  const work = async () => {
    await addBytes(tar, MANIFEST, Buffer.from(JSON.stringify(manifest)));
    const entries = readdirSync(dir, { withFileTypes: true, recursive: true });
    for (const entry of entries) if (entry.isDirectory()) await addFolder(tar, `db/${relative(dir, join(entry.parentPath, entry.name))}`);
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name)));
    for (const path of paths) if (!EXCLUDED.test(path) && path !== CONTROL) await copy(path);
    await copy(CONTROL);
    const label = await stop();
    await add('db/backup_label', Buffer.from(label));
    for (const entry of readdirSync(join(dir, 'pg_wal'), { withFileTypes: true })) if (entry.isFile()) await copy(`pg_wal/${entry.name}`);
    for (const { name, bytes } of extra) await add(name, bytes);
    await addBytes(tar, END_MARKER, Buffer.from(JSON.stringify(total)));
    tar.finalize();
  };
  await Promise.all([
    written,
    work().catch((error: Error) => {
      tar.destroy(error);
      throw error;
    }),
  ]);
  flush(file);
  return total;
}

function addFolder(tar: Pack, name: string): Promise<void> {
  return new Promise((resolve, reject) =>
    tar.entry({ name, type: 'directory', mode: 0o700 }, (error) => (error ? reject(error) : resolve())),
  );
}

function addBytes(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve())));
}

/** Adds the file with its current length; concurrent changes are in the log. Undefined if the file has been deleted. */
async function addFile(tar: Pack, name: string, path: string): Promise<number | undefined> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    await new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve())) as unknown as Writable;
      const feed = async () => {
        for (let at = 0; at < size; ) {
          const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
          await handle.read(chunk, 0, chunk.length, at);
          at += chunk.length;
          if (!entry.write(chunk)) await new Promise((drained) => entry.once('drain', drained));
        }
        entry.end();
      };
      feed().catch(reject);
    });
    return size;
  } finally {
    await handle.close();
  }
}

/** Reads a complete archive; `take` gets each entry of the database and of the secrets. Throws if the archive is incomplete. */
export async function readArchive(
  file: string,
  onManifest: (manifest: Manifest) => void,
  writeEntry: (name: string, isFolder: boolean, content: AsyncIterable<Buffer>) => Promise<number>,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const tar = extract();
  const total = { files: 0, bytes: 0 };
  let manifest: Manifest | undefined;
  let end: typeof total | undefined;
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  // Awaited below; a failure there ends the loop as well.
  reading.catch(() => undefined);
  for await (const entry of tar) {
    const { name, type } = entry.header;
    const content = entry as unknown as AsyncIterable<Buffer>;
    if (name === MANIFEST) {
      manifest = JSON.parse(await textOf(content)) as Manifest;
      onManifest(manifest);
    } else if (name === END_MARKER) end = JSON.parse(await textOf(content)) as typeof total;
    else {
      if (!manifest) throw new Error('this is no backup of this product');
      if (!/^(?:db|secrets)\/[\w./-]+$/.test(name) || name.split('/').includes('..')) throw new Error(`it holds a strange path: ${name}`);
      const bytes = await writeEntry(name, type === 'directory', content);
      if (type === 'directory') continue;
      total.files += 1;
      total.bytes += bytes;
    }
  }
  await reading;
  if (!manifest) throw new Error('this is no backup of this product');
  if (end?.files !== total.files || end.bytes !== total.bytes) throw new Error('it is not whole');
  return total;
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function sizeOf(dir: string): number {
  const files = readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
