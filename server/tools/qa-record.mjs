// `npm run qa:record`: builds the recording proxy of the test kit beside the product and runs it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'node_modules/.cache/qa-record');

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
    rolldownOptions: { input: { record: join(ROOT, 'tests/kit/recording/main.ts') }, output: { entryFileNames: '[name].js' } },
  },
});
const child = spawn(process.execPath, [join(OUT, 'record.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl-C reaches both: this process waits until the other one has written its file.
process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));
