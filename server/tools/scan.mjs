// `npm run scan`: builds the scan beside the product and runs it: wapiti and sqlmap over every route (docs/security-checks.md).

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'node_modules/.cache/scan');

prepare();
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const { build } = await import('vite');
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { input: { scan: join(ROOT, 'tests/scan/main.ts') }, output: { entryFileNames: '[name].js' } },
  },
});
process.exit(spawnSync(process.execPath, [join(OUT, 'scan.js'), ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
