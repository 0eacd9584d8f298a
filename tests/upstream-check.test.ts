import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runUpstreamCheck } from '../server/tools/upstream-check.ts';
import { type SpecPlatform, type SpecPlatformInput, startSpecPlatform } from './kit/spec-platform/start.ts';

let platform: SpecPlatform | undefined;
afterEach(() => platform?.stop());

/** The row of a call: there, readable, screens. */
type Rows = Readonly<Record<string, string>>;

async function check(args: readonly string[], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const code = await runUpstreamCheck(args, environment, (line) => lines.push(line));
  const rows: Rows = Object.fromEntries(
    lines.map((line) => line.split(/ {2,}/)).map(([id = '', , ...cells]): [string, string] => [id, cells.join(' | ')]),
  );
  return { code, rows, text: lines.join('\n'), lines };
}
async function checkSpec(input: SpecPlatformInput = {}, ...more: readonly string[]) {
  platform = await startSpecPlatform(input);
  return check(['--url', platform.url, ...more]);
}
const MEMBER = ['--user', 'player1', '--password', 'Secret123'];

describe('the check of a platform', () => {
  it('names the calls that are there, missing and for members', async () => {
    const { code, rows, text } = await checkSpec();
    expect(code, text).toBe(0);
    expect(rows['games.vendors']).toMatch(/^yes \| yes/);
    expect(rows['session.keys']).toMatch(/^no \| .*plain/);
    expect(rows['deposit.channels']).toBe('no | /member/depositv2');
    expect(rows['wallet.balance']).toMatch(/^yes \| not requested: there; for members \| /);
    expect(rows['session.login']).toMatch(/^\? \| not requested: an action/);
    expect(text).toMatch(/\d+ calls are readable, \d+ missing, 0 not readable/);
    expect(platform?.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('reads the calls of a member, and changes nothing but its own session', async () => {
    const { code, rows, text } = await checkSpec({}, ...MEMBER);
    expect(code, text).toBe(0);
    expect(rows['session.login']).toMatch(/^yes \| yes/);
    expect(rows['wallet.balance']).toMatch(/^yes \| yes/);
    expect(rows['games.list']).toMatch(/^yes \| yes/);
    expect(platform?.received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /wps/session/login',
      'DELETE /wps/session/logout',
    ]);
  });

  it('says why an answer is not readable, and which fields have defaults', async () => {
    platform = await startSpecPlatform();
    platform.change.set('GET /wps/v2/wallets/balance', () => ({ total: 'much' }));
    platform.change.set('GET /wps/relay/GCSGAME_hotGamesV2', () => ({ list: [{ gameId: '1', vassalage: 'PP', minBet: {} }] }));
    const { code, rows, text } = await check(['--url', platform.url, ...MEMBER]);
    expect(code).toBe(1);
    expect(rows['wallet.balance']).toMatch(/^yes \| no: 200, sumBalance/);
    expect(rows['games.hot']).toMatch(/^yes \| yes: incomplete, list\.0\.minBet/);
    expect(text).toContain('- wallet.balance cannot be read (200, sumBalance');
  });

  it('fails for a wrong member, for a platform without games, and for one that is down', async () => {
    const wrong = await checkSpec({}, '--user', 'player1', '--password', 'wrong');
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('- the sign-in failed (200, wrong_credentials)')]);
    await platform?.stop();
    const without = await checkSpec({ has: ({ path }) => !/gameVendor|game_menus/.test(path) });
    expect([without.code, without.text]).toEqual([1, expect.stringContaining('- no games: ')]);
    const url = platform?.url ?? '';
    await platform?.stop();
    const down = await check(['--url', url]);
    expect([down.code, ...down.lines]).toEqual([1, expect.stringContaining(`${url} does not respond (connect). Check the address`)]);
    const signedIn = await check(['--url', url, ...MEMBER]);
    expect([signedIn.code, signedIn.lines.length]).toEqual([1, 1]);
    const noFile = await check(['--url', url], { MERCHANT_FILE: '/none.json' });
    expect([noFile.code, noFile.text]).toEqual([1, expect.stringContaining('a file that can be read')]);
  });

  it('reads the names of the merchant file', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lagoon-check-'));
    platform = await startSpecPlatform({
      has: ({ path }) => path !== '/wps/v2/wallets/balance',
      more: [{ method: 'GET', path: '/api/cash', token: true, essential: false, answer: () => ({ cash: '5' }) }],
    });
    const { wps, lgw, lotto } = { wps: platform.url, lgw: platform.url, lotto: platform.url };
    const file = {
      code: 'check',
      brand: { name: 'Check', hue: 200, mark: 'mark.svg' },
      languages: ['EN'],
      language: 'EN',
      upstreams: { wps, lgw, lotto },
      platform: { calls: { 'wallet.balance': { path: '/api/cash', response: { sumBalance: 'cash' } } } },
    };
    writeFileSync(join(dir, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>');
    writeFileSync(join(dir, 'check.json'), JSON.stringify(file));
    const { code, rows, text } = await check(MEMBER, { MERCHANT_FILE: join(dir, 'check.json') });
    expect(code, text).toBe(0);
    expect(rows['wallet.balance']).toMatch(/^yes \| yes/);
    rmSync(dir, { recursive: true });
  });

  it.each<readonly string[]>([[], ['--url', 'api.example'], ['--url', 'http://a.example', '--user', 'x'], ['--what']])(
    'explains its usage for %j',
    async (...args) => {
      const { code, text } = await check(args);
      expect([code, text]).toEqual([2, expect.stringMatching(/^Usage: npm run upstream:check -- --url/)]);
    },
  );
});
