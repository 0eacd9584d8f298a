// `npm run bench`: builds the benchmarks outside of the product and runs them. Prints ratios; never fails because of speed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundle, ROOT } from './bundle.mjs';
import { prepare } from './prepare.mjs';

prepare();
const out = await bundle('bench', {
  bench: 'tests/bench/bench.ts',
  serve: 'tests/bench/serve.ts',
  'rounds-platform': 'tests/bench/rounds-platform.ts',
  'pglite-worker': 'server/platform/base/db/pglite-worker.ts',
});
process.exit(spawnSync(process.execPath, [join(out, 'bench.js'), ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
