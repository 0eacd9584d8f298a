// `npm run simulate`: builds the simulation and runs it; the result is written to docs/returns.md. `--exact` computes the returns of the
// slots from all combinations of their stops instead, into shared/games/slot/figures.json. `--draws [number]` draws every lottery a million
// times and compares the numbers with equal chances.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundle, ROOT } from './bundle.mjs';
import { prepare } from './prepare.mjs';

const EXACT = process.argv[2] === '--exact';
const SCRIPT = EXACT ? 'slot-figures' : process.argv[2] === '--draws' ? 'lottery-draws' : 'simulate';

prepare({ build: false });
const out = await bundle('simulate', { [SCRIPT]: `tests/bench/${SCRIPT}.ts` });
const page = join(ROOT, EXACT ? 'shared/games/slot/figures.json' : 'docs/returns.md');
process.exit(
  spawnSync(process.execPath, [join(out, `${SCRIPT}.js`), page, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1,
);
