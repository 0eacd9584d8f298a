// `npm run simulate`: builds the simulation and runs it; the result is written to docs/returns.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'node_modules/.cache/simulate');

prepare({ build: false });
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
    rolldownOptions: { input: join(ROOT, 'tests/bench/simulate.ts'), output: { entryFileNames: '[name].js' } },
  },
});
const page = join(ROOT, 'docs/returns.md');
process.exit(
  spawnSync(process.execPath, [join(OUT, 'simulate.js'), page, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1,
);
