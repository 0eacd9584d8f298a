// `npm run soak`: builds the soak test outside of the product and runs it (tests/soak/soak.ts; docs/soak.md explains what it proves).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundle, ROOT } from './bundle.mjs';
import { prepare } from './prepare.mjs';

prepare();
const out = await bundle('soak', { soak: 'tests/soak/soak.ts' });
process.exit(spawnSync(process.execPath, [join(out, 'soak.js')], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
