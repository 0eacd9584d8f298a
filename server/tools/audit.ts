import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readStart } from '../config/env.ts';
import { runAudit } from './run-audit.ts';

/** Run as a program and not imported; through a symbolic link too, for an audit that does nothing would look like a good one. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  process.exitCode = await runAudit((await readStart()).env, (line) => console.log(line), process.argv[2]);
