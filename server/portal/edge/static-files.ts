import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { accepts } from './accepts.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage } from './edge-stage.ts';
import { hasCopy, tagOf } from './validators.ts';

interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly cache: string;
  /** Bytes by content coding; read on first use. */
  bodies: ReadonlyMap<string, Buffer> | undefined;
  /** Tag of the content; each coded copy derives its own from it. */
  etag: string;
}

/** A file that is not part of the build. */
export interface GeneratedFile {
  readonly address: string;
  readonly content: string;
  /** The address changes with the content. */
  readonly isImmutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.speculationrules': 'application/speculationrules+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.mp3': 'audio/mpeg',
  '.html': 'text/html; charset=utf-8',
};
/** File names in this folder contain a hash. */
const HASHED_FOLDER = '/assets/';
/** A font file never changes under its name. */
const FONT = '.woff2';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=3600, stale-while-revalidate=86400';
/** File name suffixes of the compressed copies that the build makes, by content coding. */
const COPIES: Readonly<Record<string, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/**
 * Serves the files of the browser build, listed once: an unknown address costs one lookup and no system call. The files hold no secrets,
 * and the game frame (an origin of its own) needs them too, so they are open to every origin. `own` files replace those of the build.
 */
export function staticFiles(directory: string, own: readonly GeneratedFile[] = []): EdgeStage {
  const files = new Map([...listFiles(directory), ...own.map(ownFile)]);
  return (request, response, next) => {
    const { url } = request;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const file = files.get(path);
    if (file && (request.method === 'GET' || request.method === 'HEAD')) return send(file, request, response);
    if (!path.startsWith(HASHED_FOLDER)) return next();
    // A page of an earlier build may request a file that does not exist any more.
    response.locals.route = 'static';
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'text/plain');
    response.statusCode = 404;
    return response.end('Not found');
  };
}

function send(file: StaticFile, request: EdgeRequest, response: EdgeResponse) {
  response.locals.route = 'static';
  const bodies = file.bodies ?? load(file);
  response.setHeader('Cache-Control', file.cache);
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (bodies.size > 1) response.setHeader('Vary', 'Accept-Encoding');
  const [coding, body] = choose(bodies, request.headers['accept-encoding'] ?? '');
  const tag = tagOf(file.etag, coding);
  response.setHeader('ETag', tag);
  if (hasCopy(request.headers['if-none-match'], tag)) {
    response.statusCode = 304;
    return response.end();
  }
  if (coding !== '') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', body.length);
  return response.end(request.method === 'HEAD' ? undefined : body);
}

/** The smallest copy that the browser accepts. */
function choose(bodies: ReadonlyMap<string, Buffer>, accepted: string): readonly [string, Buffer] {
  let best: readonly [string, Buffer] = ['', bodies.get('') as Buffer];
  for (const [coding, body] of bodies) {
    if (coding !== '' && body.length < best[1].length && accepts(accepted, coding)) best = [coding, body];
  }
  return best;
}

function load(file: StaticFile): ReadonlyMap<string, Buffer> {
  const plain = readFileSync(file.path);
  const bodies = new Map([['', plain]]);
  for (const [coding, end] of Object.entries(COPIES)) if (existsSync(file.path + end)) bodies.set(coding, readFileSync(file.path + end));
  file.etag = etagOf(plain);
  file.bodies = bodies;
  return bodies;
}

function ownFile({ address, content, isImmutable }: GeneratedFile): [string, StaticFile] {
  const plain = Buffer.from(content);
  const bodies = new Map([
    ['', plain],
    ['br', brotliCompressSync(plain)],
    ['gzip', gzipSync(plain)],
  ]);
  const type = TYPES[extname(address)] ?? 'application/octet-stream';
  return [address, { path: '', type, cache: isImmutable ? IMMUTABLE : REVALIDATE, bodies, etag: etagOf(plain) }];
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha1').update(content).digest('base64url')}"`;
}

function listFiles(directory: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const address = `/${relative(directory, path).split(sep).join('/')}`;
    const type = TYPES[extname(entry.name)];
    // The manifest and files of unknown type are not served.
    if (!entry.isFile() || !type || Object.values(COPIES).includes(extname(entry.name)) || address.includes('/.')) continue;
    const cache = address.startsWith(HASHED_FOLDER) || address.endsWith(FONT) ? IMMUTABLE : REVALIDATE;
    files.set(address, { path, type, cache, bodies: undefined, etag: '' });
  }
  return files;
}
