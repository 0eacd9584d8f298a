import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { endProgram, startOrEnd } from './end-program.ts';
import { runWages } from './run-wages.ts';

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  endProgram(await runWages(process.argv.slice(2), (await startOrEnd()).env, (line) => console.log(line)));
