// `npm run qa:record`: builds the recording proxy of the test kit outside of the product and runs it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { prepare } from './prepare.mjs';

prepare({ build: false });
const out = await bundle('qa-record', { record: 'tests/kit/recording/main.ts' });
const child = spawn(process.execPath, [join(out, 'record.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
// Ctrl-C reaches both processes: this one waits until the other has written its file.
process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));
