import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStudio } from '../../server/games/index.ts';
import { TEST_SEALER } from '../../server/games/test-seeds.ts';
import { gameOf, QUICK } from '../../server/games/test-studio.ts';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import { openTestDatabase, type TestDatabase } from '../../server/platform/base/db/test-database.ts';
import { STUDIO_PROVIDER } from '../../server/platform/index.ts';
import { TEST_SECRET } from '../../server/platform/test-platform.ts';
import { table } from '../../server/tools/certify/report.ts';
import { certifyVendor } from '../../server/tools/certify/vendor.ts';
import { startWallet } from '../../server/tools/certify/wallet-server.ts';
import { runCertify } from '../../server/tools/vendor-certify.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { openPortal, type QaPortal } from '../kit/portal.ts';

const GAME = gameOf('classic').gameId;
const ROOM = { gameId: gameOf('thirteen').gameId, levels: ['cove', 'bay', 'reef'] };
const FREE = { gameId: gameOf('harbour').gameId, bet: { engine: 'slot', stake: '0.2000' }, stake: 2_000n };
const ENV = { SECRET: TEST_SECRET, PASSWORD: 'Lagoon-demo-1' };
let portal: QaPortal;
let portalUrl: string;
let database: TestDatabase;
const closers: (() => Promise<unknown>)[] = [];

async function listen(app: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(app as () => void);
  await listenLocally(server);
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return localUrl(server);
}

beforeAll(async () => {
  [portal, database] = await Promise.all([openPortal(), openTestDatabase()]);
  portalUrl = await listen(portal.app as Parameters<typeof createServer>[1]);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await Promise.all([portal.close(), database.close()]);
});

const certify = async (...args: readonly string[]) => {
  const printed: string[] = [];
  const line = ['--url', portal.platform.url, '--provider', STUDIO_PROVIDER, '--secret-env', 'SECRET', '--game', GAME];
  const code = await runCertify([...args.slice(0, 1), ...line, ...args.slice(1)], ENV, (text) => printed.push(text));
  return { code, text: printed.join('\n') };
};
const asMember = () => ['--portal', portalUrl, '--account', 'demo01', '--password-env', 'PASSWORD'];

it('the embedded platform passes everything', async () => {
  const { code, text } = await certify('platform', ...asMember());
  // The policy of the test's merchant has no highest stake, and its dollars have cents.
  expect(text).toMatch(/maximum-stake +left out[\s\S]*\b0 failed, 2 left out$/);
  expect(code).toBe(0);
  const { body } = await portal.platform.request('GET', '/internal/audit');
  expect(body.differences).toEqual([]);
  expect(portal.platform.faults).toEqual([]);
});

it('the built-in vendor passes everything', async () => {
  const secret = 'a-secret-of-the-certificate-000000001';
  const series = seriesOf(STUDIO_GAMES).filter(({ kind }) => kind.name === 'match');
  const [{ gameId: matches }] = series as [(typeof series)[number]];
  const wallet = await startWallet({ provider: 'studio', secret, gameId: GAME, matches, room: ROOM.gameId, free: FREE.gameId });
  closers.push(wallet.close);
  const studio = createStudio({
    db: database.db,
    platformUrl: wallet.url,
    providerCode: 'studio',
    secret,
    sealer: TEST_SEALER,
    clientDir: '/nonexistent',
    series: series.slice(0, 1),
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    policy: QUICK,
  });
  await studio.start();
  closers.push(() => studio.close());
  const url = await listen(studio.app as Parameters<typeof createServer>[1]);
  const bet = { engine: 'dice', stake: '1.0000', over: true, target: 50 };
  const outcomes = await certifyVendor({ url, wallet, bet, matches, room: ROOM, free: FREE, timeoutMs: 60_000 });
  expect(
    outcomes.filter(({ state }) => state !== 'passed'),
    table(outcomes),
  ).toEqual([]);
});

it('with only a ticket, prints what it skips, and its usage', async () => {
  const member = await portal.as.trial();
  const { body } = await member.post('/wps/game/launchGame').send({ gameId: GAME });
  const ticket = new URL(body.value.game_url, portalUrl).searchParams.get('ticket') ?? '';
  // A ticket may start with a dash.
  const { code, text } = await certify('platform', `--ticket=${ticket}`, '--only', 'status,ticket-once');
  expect([code, text]).toEqual([0, expect.stringMatching(/ticket-once +left out.*needs --portal[\s\S]*1 passed, 0 failed, 1 left out$/)]);
  expect((await certify('platform')).code).toBe(2);
  expect((await certify('nobody')).text).toContain('npm run vendor:certify');
  expect((await certify('platform', '--ticket', 'made-up', '--only', 'status')).code).toBe(1);
});
