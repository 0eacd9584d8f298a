// Builds the product: browser files, server files, country data, and compressed copies of text files. The stamp spares the next start a build.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';
import { build } from 'vite';
import { buildGeo } from './build-geo.mjs';
import { sourceHash, writeBuildStamp } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = join(ROOT, 'dist/client');
const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|webmanifest)$/;
/** A compressed copy of a smaller file saves less than its header costs. */
const SMALLEST = 512;

// Otherwise NODE_ENV of a shell or test runner could select a development build.
process.env.NODE_ENV = 'production';
// Before the build: a source that changes meanwhile makes the next start build again.
const sources = sourceHash();
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await build({ root: ROOT, logLevel: 'warn' });
await build({ root: ROOT, logLevel: 'warn', build: { ssr: true } });
await buildGeo(join(ROOT, 'dist/geo'));
for (const file of filesBelow(CLIENT)) compress(file);
writeBuildStamp(sources);

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function compress(file) {
  if (!COMPRESSIBLE.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) return;
  writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
  // Since Node 22.15.
  if (zlib.zstdCompressSync)
    writeFileSync(`${file}.zst`, zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 } }));
}
