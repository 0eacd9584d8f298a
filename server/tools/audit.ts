import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { endProgram, startOrEnd } from './end-program.ts';
import { runAudit } from './run-audit.ts';

/** Runs only as a program, through a symbolic link too, because an audit that does nothing would look successful. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  endProgram(await runAudit((await startOrEnd()).env, (line) => console.log(line), process.argv[2]));
