import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { endProgram, startOrEnd } from './end-program.ts';
import { runDemoAdvance } from './run-demo-advance.ts';

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  endProgram(await runDemoAdvance(process.argv.slice(2), (await startOrEnd()).env, (line) => console.log(line)));
