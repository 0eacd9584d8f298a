// `npm run simulate`: builds the simulation and runs it; the result is written to docs/returns.md. With `--exact` the figures
// of the slots are computed from all combinations of their stops instead, into shared/studio/slot/figures.json.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXACT = process.argv[2] === '--exact';
const SCRIPT = EXACT ? 'slot-figures' : 'simulate';
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
    rolldownOptions: { input: join(ROOT, `tests/bench/${SCRIPT}.ts`), output: { entryFileNames: '[name].js' } },
  },
});
const page = join(ROOT, EXACT ? 'shared/studio/slot/figures.json' : 'docs/returns.md');
process.exit(
  spawnSync(process.execPath, [join(OUT, `${SCRIPT}.js`), page, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1,
);
