// `npm run bench`: builds the measuring programs beside the product and runs them. Prints ratios; never fails for being slow.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'node_modules/.cache/bench');

prepare();
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
    rolldownOptions: {
      input: { bench: join(ROOT, 'tests/bench/bench.ts'), serve: join(ROOT, 'tests/bench/serve.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
process.exit(spawnSync(process.execPath, [join(OUT, 'bench.js'), ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
