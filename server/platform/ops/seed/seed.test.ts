import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STUDIO_GAMES } from '../../../../shared/games/games.ts';
import { accountsTest } from '../../identity/accounts/test-accounts.ts';
import { audit } from '../../ledger/index.ts';
import { presentReturn } from '../../play/games/present-return.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());

/** All rows that the seed can change. */
async function everything(): Promise<string> {
  const tables = [
    'merchant',
    'content_item',
    'content_text',
    'game_vendor',
    'game',
    'member',
    'affiliate_code',
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
    for (const game of games) {
      const { rtp, rtpMost } = presentReturn(game.rtp);
      expect(Number(rtp)).toBeGreaterThan(80);
      expect(Number(rtpMost ?? rtp)).toBeGreaterThan(90);
    }
  });

  it('has opening balances that the books prove, trial money apart', async () => {
    const report = await audit(test.db);
    expect(report.differences).toEqual([]);
    const balances = report.lines.filter((line) => line.owner === 'members').map((line) => [line.realm, line.accounts, line.balance]);
    expect(balances).toEqual([
      ['real', 3, 15_000_000n],
      ['trial', 1, 50_000_000n],
    ]);
  });

  it('has a member whose password must be changed, and one with contacts', async () => {
    const at = accountsTest(test);
    const { account, password } = test.demo.fresh;
    const fresh = (await at.send('session.login', { body: { username: account, password } })).value;
    expect([fresh.mustChangePassword, fresh.firstTimeLogin]).toEqual([true, true]);
    expect(await at.smsCode('reset', '491570156')).toMatch(/^\d{6}$/);
    await at.send('member.passwordEmail', { body: { username: 'demo01', email: 'demo01@example.com' } }, 'reset');
    await test.platform.runJob('forgotten passwords');
    expect((await at.messagesTo('demo01@example.com')).map(({ template }) => template)).toEqual(['reset_link']);
    expect((await at.send('agent.affiliate', { query: { code: 'LAGOON01' } })).success).toBe(true);
  });

  it('invents no winners', async () => {
    const answer = await test.request('GET', '/wps/relay/MCSFE_getWinnerBoard');
    expect(answer.body).toEqual({ success: true, value: { winners: [] } });
  });
});
