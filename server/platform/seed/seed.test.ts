import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STUDIO_GAMES } from '../../../shared/studio/games.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';
import { audit } from '../wallet/index.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());

/** Every row that the seed may touch. */
async function everything(): Promise<string> {
  const tables = [
    'merchant',
    'content_item',
    'content_text',
    'game_vendor',
    'game',
    'member',
    'ledger_account',
    'ledger_transfer',
    'ledger_posting',
  ];
  const rows = [];
  for (const table of tables)
    rows.push((await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(test.db)).rows);
  return JSON.stringify(rows);
}

describe('the demo merchant', () => {
  it('is the same after a second seed', async () => {
    const before = await everything();
    expect(await test.platform.seed()).toEqual(Object.values(test.demo));
    expect(await everything()).toBe(before);
  });

  it('has every game of the feed with a published return', async () => {
    const games = await test.db.selectFrom('game').selectAll().execute();
    expect(games).toHaveLength(STUDIO_GAMES.length);
    for (const game of games) expect(Number(game.rtp)).toBeGreaterThan(85);
  });

  it('has opening balances that the books prove, trial money apart', async () => {
    const report = await audit(test.db);
    expect(report.differences).toEqual([]);
    const balances = report.lines.filter((line) => line.owner === 'members').map((line) => [line.realm, line.accounts, line.balance]);
    expect(balances).toEqual([
      ['real', 2, 15_000_000n],
      ['trial', 1, 50_000_000n],
    ]);
  });

  it('invents no winners', async () => {
    const answer = await test.request('GET', '/wps/relay/MCSFE_getWinnerBoard');
    expect(answer.body).toEqual({ success: true, value: { winners: [] } });
  });
});
