import { createInterface } from 'node:readline';
import { tryKernelLock } from '../../../server/platform/base/db/kernel-lock.ts';
import { openPgliteEngine } from '../../../server/platform/base/db/pglite-engine.ts';

/**
 * Opens the database in a folder and writes a row for each line on standard input: `node writer.js FOLDER NAME
 * kernel|heartbeat`. Prints `open`, then `wrote N`; or `refused TEXT`, `lost TEXT`. With `heartbeat` it has no kernel lock.
 */
const [dir = '', name = '', kind = ''] = process.argv.slice(2);
const print = (text: string) => process.stdout.write(`${text}\n`);
const tryKernel = kind === 'heartbeat' ? () => 'unavailable' as const : tryKernelLock;

try {
  const { engine } = await openPgliteEngine({ dir, lock: { tryKernel, heartbeatMs: 200, staleMs: 2_000 } });
  await engine.query('create table if not exists written (writer text, number int)', []);
  print('open');
  let number = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'end') break;
    number += 1;
    await engine.query('insert into written values ($1, $2)', [name, number]);
    print(`wrote ${number}`);
  }
  const { rows } = await engine.query('select writer, count(*)::int as rows from written group by writer order by writer', []);
  await engine.close();
  print(`has ${JSON.stringify(rows)}`);
} catch (error) {
  const { name: kindOfError, message } = error as Error;
  print(`${kindOfError === 'DirectoryLost' ? 'lost' : 'refused'} ${message}`);
}
process.exit(0);
