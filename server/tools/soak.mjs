// `npm run soak`: builds the soak beside the product and runs it (tests/soak/soak.ts; docs/soak.md says what it proves).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'node_modules/.cache/soak');

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
    rolldownOptions: { input: { soak: join(ROOT, 'tests/soak/soak.ts') }, output: { entryFileNames: '[name].js' } },
  },
});
process.exit(spawnSync(process.execPath, [join(OUT, 'soak.js')], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
