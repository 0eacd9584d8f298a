import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../kit/database.ts';
import { makeDatabase, type OwnDatabase } from '../kit/own-database.ts';
import { allBets, signIn } from '../kit/player.ts';
import { runProgram } from '../kit/program.ts';
import { killRunning, startService } from '../kit/service.ts';

const SERVER = process.env.TEST_DATABASE_URL;
const GAME = 'NOVA_COMET_DICE';
const BET = { engine: 'dice', stake: '1.0000', over: true, target: 50 } as const;

let dir: string;
let database: OwnDatabase;
beforeEach(async () => {
  dir = testFolder();
  if (SERVER !== undefined) database = await makeDatabase(SERVER, 'move');
});
afterEach(async () => {
  await killRunning();
  if (SERVER !== undefined) await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (program: string, args: readonly string[], env: Record<string, string> = {}) => runProgram(program, dir, { args, env });
const start = (env: Record<string, string> = {}) => run('main', [], env);

async function countIn(url: string, rowsOf: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as n from ${rowsOf}`).finally(() => client.end());
  return rows[0].n;
}
const tablesOf = (url: string) => countIn(url, "pg_tables where schemaname = 'public'");

/** The report without its lines that differ between the engines. */
const ledgerSummary = (output: string) => output.slice(output.indexOf('realm'));

describe.runIf(SERVER !== undefined)('a move of the built product to PostgreSQL', () => {
  it('is refused while the service runs; then deposits, rounds and sealed values continue', async () => {
    const service = await startService({ dataDir: dir });
    const player = await signIn(service.url);
    await player.deposit('250');
    const seat = await player.openGame(GAME);
    for (let nr = 0; nr < 20; nr += 1) expect(await seat.play(BET)).toMatchObject({ status: 200 });
    const [balance, bets] = [await player.balance(), await allBets(player)];
    expect(bets).toHaveLength(20);
    const expectedBalance = { sumBalance: balance.sumBalance, version: balance.version };
    const refused = await run('move', [database.url]);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Nothing was moved: .* is in use by process .*\nStop the service first/),
    });
    expect(await tablesOf(database.url)).toBe(0);
    expect(await service.stop()).toBe(0);

    const before = await run('audit', []);
    const moved = await run('move', [database.url]);
    expect(moved).toMatchObject({ code: 0, output: expect.stringMatching(/\nMoved \d+ rows of \d+ tables in .*the same on both sides/) });
    const rounds = await countIn(database.url, 'vendor_round');
    expect(moved.output).toContain(`vendor_round: ${rounds} rows, same content`);
    // The others are of the demo's history.
    expect(await countIn(database.url, `vendor_round where game_id = '${GAME}' and provider <> 'demo'`)).toBe(20);
    expect(moved.output).toContain(`start with the same DATA_DIR, or give its text as DATA_KEY`);
    const after = await run('audit', [], { DATABASE_URL: database.url });
    expect(after).toMatchObject({ code: 0 });
    expect(ledgerSummary(after.output)).toBe(ledgerSummary(before.output));
    expect(await run('move', [database.url])).toMatchObject({ code: 1, output: expect.stringContaining('was moved to PostgreSQL') });
    expect(await start()).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot start: .*was moved to PostgreSQL/) });

    // Does not start with another key; with the same key it does, and the member continues to play.
    const env = { DATABASE_URL: database.url };
    const wrong = await start({ ...env, DATA_KEY: 'another-data-key-of-at-least-32-characters' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('DATA_KEY is not the key of this database') });
    const key = readFileSync(join(dir, 'secrets', 'data-key'), 'utf8').trim();
    const next = await startService({ dataDir: join(dir, 'next'), env: { ...env, DATA_KEY: key } });
    const again = await signIn(next.url);
    expect(await again.balance()).toMatchObject(expectedBalance);
    expect(await allBets(again)).toEqual(bets);
    await again.deposit('30');
    expect(await (await again.openGame(GAME)).play(BET)).toMatchObject({ status: 200 });
    expect(await next.stop()).toBe(0);
    expect(await run('audit', [], env)).toMatchObject({ code: 0 });

    // Back to the folder, deliberately.
    expect(await run('move', ['--undo-mark'])).toMatchObject({ code: 0 });
    const back = await startService({ dataDir: dir });
    expect(await (await signIn(back.url)).balance()).toMatchObject(expectedBalance);
    expect(await back.stop()).toBe(0);
    expect(await run('move', [database.url])).toMatchObject({ code: 1, output: expect.stringContaining('the target is not empty') });
  });
});
