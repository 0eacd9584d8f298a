import { renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startRecorder } from './recorder.ts';

const USE = 'Use: npm run qa:record -- --upstream URL --out FILE [--port PORT]';
const SAVE_EVERY_MS = 2_000;

/** `npm run qa:record`: a recording proxy; point `UPSTREAM_WPS_URL`, `UPSTREAM_LGW_URL` and `UPSTREAM_LOTTO_URL` of a portal at it. */
async function run(): Promise<number> {
  const { values } = parseArgs({ options: { upstream: { type: 'string' }, out: { type: 'string' }, port: { type: 'string' } } });
  const { upstream, out, port = '4100' } = values;
  if (!upstream || !URL.canParse(upstream) || !out || !/^\d{1,5}$/.test(port)) {
    console.error(USE);
    return 2;
  }
  const recorder = await startRecorder({ upstream, port: Number(port) });
  let saved = '';
  const save = () => {
    const file = recorder.file();
    const text = `${JSON.stringify(file, null, 2)}\n`;
    if (text === saved) return file.entries.length;
    // Written atomically, even when this process is killed.
    writeFileSync(`${out}.part`, text);
    renameSync(`${out}.part`, out);
    saved = text;
    return file.entries.length;
  };
  const saving = setInterval(save, SAVE_EVERY_MS);
  console.log(`Records ${upstream} at ${recorder.url} into ${out}; Ctrl-C ends it.`);
  await new Promise((resolve) => process.on('SIGINT', resolve).on('SIGTERM', resolve));
  clearInterval(saving);
  await recorder.close();
  console.log(`${save()} different requests recorded; ${recorder.leftOut} fields without a schema left out.`);
  for (const path of new Set(recorder.passedBy)) console.log(`Passed on, not recorded: ${path}`);
  return 0;
}

process.exitCode = await run();
