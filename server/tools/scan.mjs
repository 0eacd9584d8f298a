// `npm run scan`: builds the scan outside of the product and runs it: wapiti and sqlmap over every route (docs/security-checks.md).

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, ROOT } from './bundle.mjs';
import { prepare } from './prepare.mjs';

prepare();
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const out = await bundle('scan', { scan: 'tests/scan/main.ts' });
process.exit(spawnSync(process.execPath, [join(out, 'scan.js'), ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1);
