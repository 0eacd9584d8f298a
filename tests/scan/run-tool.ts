import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from './contracts.ts';

/** Time for a stopped tool to write its findings. */
const GRACE_SECONDS = 20;

/** The path of an address, without its query. */
export function bare(address: string): string {
  return new URL(address, 'http://scan').pathname;
}

/** Runs the tool until it ends or its time limit is reached. Its output is in `<name>.log` during the run. */
export function runTool(
  tool: Tool,
  args: readonly string[],
  folder: string,
  seconds: number,
  name: string = tool,
): Promise<{ output: string; cutOff: boolean }> {
  return new Promise((resolve) => {
    const child = spawn(tool, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: string[] = [];
    const log = createWriteStream(join(folder, `${name}.log`));
    let cutOff = false;
    const interrupt = setTimeout(() => {
      cutOff = true;
      child.kill('SIGINT');
    }, seconds * 1000);
    const end = setTimeout(() => child.kill('SIGKILL'), (seconds + GRACE_SECONDS) * 1000);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed.push(chunk.toString());
        log.write(chunk);
      });
    child.once('close', () => {
      clearTimeout(interrupt);
      clearTimeout(end);
      log.end();
      resolve({ output: printed.join(''), cutOff });
    });
  });
}
