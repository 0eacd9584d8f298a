// `npm run deploy:rehearse`: the steps of Dockerfile and compose.yaml without a container engine. Clean copy, npm ci, build, prune, then
// platforms, portals and balancers as compose starts them (tests/faults/deploy.test.ts).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

prepare({ build: false });
const args = ['run', '--project', 'faults', 'tests/faults/deploy.test.ts', '--reporter=verbose'];
const { status } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TEST_REHEARSAL: 'whole' },
});
process.exit(status ?? 1);
