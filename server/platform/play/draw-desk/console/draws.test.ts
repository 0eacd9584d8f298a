import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../../shared/seamless/wallet.ts';
import { listenLocally, localUrl } from '../../../../net/test-server.ts';
import { verifyRequest } from '../../../base/signature.ts';
import { proveLog } from '../../../operators/log.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, TEST_SECRET, type TestPlatform } from '../../../test-platform.ts';

const GAME = 'TCG_SEA_SEA_FOUR';
const DRAW = `${GAME}-202611270100`;
const OTHER = 'HALO_HALO_MINUTE';
const SOLD = `${GAME}-sold`;
const SEED = '5e'.repeat(32);
let test: TestPlatform;
let desk: Server;
let risk: TestOperator;
let second: TestOperator;
/** Orders that the vendor has received, and whether it answers. */
const received: { operation: string; body: Record<string, string> }[] = [];
let isSilent = false;
let refusal: string | undefined;
let state = 'open';

/** A vendor that sends more than it should. */
const draw = () => ({
  id: DRAW,
  gameId: GAME,
  issue: '202611270100',
  opensAt: '2026-11-27T00:00:00.000Z',
  closesAt: '2026-11-27T00:04:50.000Z',
  drawsAt: '2026-11-27T00:05:00.000Z',
  state,
  reversed: false,
  stake: '12345',
  payout: '950000',
  totals: state === 'drawn' ? [{ currency: 'CNY', sold: '100000', paid: '97000' }] : null,
  serverSeed: SEED,
  numbers: ['9', '1', '7', '3'],
});
/** On sale the draw of the tests; ended draws as many as requested, the one with tickets alone. */
const drawsOf = ({ list, sold, offset, limit, gameId }: Question) => {
  if (list === 'open') return gameId === OTHER ? [] : [draw()];
  if (sold) return [{ ...draw(), id: SOLD, state: 'drawn', totals: [{ currency: 'USD', sold: '100000', paid: '97000' }] }];
  const count = Math.min(limit, 120 - offset);
  return Array.from({ length: count }, (_, at) => ({
    ...draw(),
    id: `${gameId ?? 'ANY'}-empty-${offset + at}`,
    state: 'drawn',
    totals: [],
  }));
};
interface Question {
  readonly list: string;
  readonly sold: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly gameId?: string;
}
const answers: Record<string, (body: Question) => object> = {
  draws: (body) => ({ now: '2026-11-27T00:01:00.000Z', games: [GAME, OTHER], draws: drawsOf(body), lastSeed: SEED }),
  exposure: () => ({
    status: 'OK',
    now: '2026-11-27T00:01:00.000Z',
    draw: draw(),
    limits: { number: '1000000', playType: '2000000', draw: '10000000' },
    playTypes: [{ playType: 'straight', stake: '100', payout: '950000', serverSeed: SEED }],
    numbers: [{ playType: 'straight', number: '0042', stake: '100', payout: '950000', outcome: '9173' }],
    outcome: '9173',
  }),
  limits: () => ({ status: 'OK' }),
};

beforeAll(async () => {
  desk = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      const timestamp = String(request.headers[TIMESTAMP_HEADER]);
      const signed = { method: 'POST', path, timestamp, body };
      if (!verifyRequest(TEST_SECRET, signed, String(request.headers[SIGNATURE_HEADER]))) return void response.writeHead(401).end('{}');
      const operation = path.split('/').at(-1) ?? '';
      if (isSilent) return void response.destroy();
      if (!['draws', 'exposure'].includes(operation)) received.push({ operation, body: JSON.parse(body.toString()) });
      const decided = refusal === undefined ? { status: 'OK', draw: draw() } : { status: 'REFUSED', reason: refusal };
      response.end(JSON.stringify(answers[operation]?.(JSON.parse(body.toString())) ?? decided));
    });
  });
  await listenLocally(desk);
  test = await openTestPlatform({}, { deskUrl: () => `${localUrl(desk)}/studio/desk` });
  risk = await signInAs(test, 'risk');
  second = await signInAs(test, 'admin');
  // The key of its forms.
  await second.get('/draws');
});
beforeEach(() => {
  received.length = 0;
  [isSilent, refusal, state] = [false, undefined, 'open'];
});
afterAll(async () => {
  expect(test.faults).toEqual([]);
  expect((await proveLog(test.db, test.merchant)).broken).toBeUndefined();
  await test.close();
  desk.close();
});

let forms = 0;
const order = (kind: string, by = risk) => {
  forms += 1;
  return by.post(`/draws/${kind}`, { id: `do_${forms}`, provider: 'studio', draw: DRAW, reason: `because of test ${forms}` });
};
const statusOf = async (id = `do_${forms}`) =>
  (await test.db.selectFrom('draw_order').select(['status', 'refusal']).where('id', '=', id).executeTakeFirstOrThrow()).status;
const approve = (by: TestOperator, id = `do_${forms}`) => by.post('/draws/approve', { id, reason: 'second look' });
const isApproved = (answer: { headers: Record<string, string> }) => answer.headers.location?.includes('done=done_drawOrder') ?? false;

it('shows what draws may have to pay against their limits', async () => {
  const list = (await risk.get('/draws')).text;
  expect(list).toContain(`/console/draws/studio/${DRAW}`);
  for (const other of ['ended', 'orders'])
    expect((await risk.get(`/draws?list=${other}`)).text).not.toContain(`/console/draws/studio/${DRAW}`);
  expect((await risk.get(`/draws?list=open&game=${GAME}`)).text).toContain(`/console/draws/studio/${DRAW}`);
  const page = (await risk.get(`/draws/studio/${DRAW}`)).text;
  expect(page).toContain('0042');
  expect(page).toContain('95.0 % of the limit');
  const live = (await risk.get(`/draws/studio/${DRAW}?live=1`)).text;
  expect(live).toContain('http-equiv="refresh"');
  expect(live).not.toContain('action="/console/draws/');
  expect((await risk.get('/draws/studio/UNKNOWN%20ID')).status).toBe(404);
  expect((await risk.get(`/draws/NOVA/${DRAW}`)).status).toBe(404);
});

it('requests ended draws by page and game, and lists those with tickets alone', async () => {
  const ended = (more: string) => risk.get(`/draws?list=${more}`).then(({ text }) => text);
  const first = await ended(`ended&game=${GAME}`);
  expect(first).toContain(`/console/draws/studio/${GAME}-empty-49"`);
  expect(first).not.toContain(`${GAME}-empty-50"`);
  expect(first).toContain(`list=ended&amp;game=${GAME}&amp;page=2`);
  const last = await ended(`ended&game=${GAME}&page=3`);
  expect(last).toContain(`/console/draws/studio/${GAME}-empty-119"`);
  expect(last).not.toContain('page=4');
  expect(await ended('ended')).toContain('/console/draws/studio/ANY-empty-0"');
  const sold = await ended('sold');
  expect(sold).toContain(`/console/draws/studio/${SOLD}"`);
  expect(sold).not.toContain('-empty-');
  // The list is kept when a game is chosen, whether it has draws on this page or not.
  expect(sold).toContain(`/console/draws?list=sold&amp;game=${OTHER}"`);
  expect((await risk.get(`/draws?list=open&game=${OTHER}`)).text).not.toContain(`/console/draws/studio/${DRAW}`);
});

it('shows no seed and no number of a draw that is not drawn, even if the vendor sends them', async () => {
  for (const path of [
    '/draws',
    '/draws?list=ended',
    '/draws?list=sold',
    '/draws?list=orders',
    `/draws/studio/${DRAW}`,
    `/draws/studio/${DRAW}?live=1`,
  ]) {
    const { text, status } = await risk.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain(SEED);
    expect(text).not.toMatch(/9173|"9","1"/);
  }
  for (const kind of ['close', 'void', 'limits']) {
    const { text } = await order(kind);
    expect(text).not.toMatch(new RegExp(`${SEED}|9173`));
  }
  await test.db
    .updateTable('draw_order')
    .set({ status: 'rejected', closed_at: test.clock.now() })
    .where('status', '=', 'waiting')
    .execute();
});

it('closes a sale for one operator, and repeats it until the vendor answers', async () => {
  isSilent = true;
  expect(isApproved(await order('close'))).toBe(true);
  expect(await statusOf()).toBe('approved');
  expect((await order('close')).text).toContain('open for this draw or game already');
  forms -= 1;
  isSilent = false;
  test.clock.advance(60_000);
  await test.platform.runJob('orders about draws');
  expect([await statusOf(), received]).toEqual(['done', [{ operation: 'close', body: { drawId: DRAW } }]]);
});

it.each(['void', 'reverse'] as const)('needs two operators for the order %s', async (kind) => {
  await order(kind);
  expect([await statusOf(), received]).toEqual(['waiting', []]);
  expect((await approve(risk)).status).toBe(422);
  expect(isApproved(await approve(second))).toBe(true);
  expect([await statusOf(), received]).toEqual(['done', [{ operation: kind, body: { drawId: DRAW } }]]);
  expect((await approve(second)).status).toBe(422);
  expect(received.length).toBe(1);
});

it('sends nothing that was rejected, and names why the vendor refused', async () => {
  await order('void');
  expect((await risk.get('/draws')).text).toContain('Orders about draws: 1 to approve');
  await risk.post('/draws/reject', { id: `do_${forms}`, reason: 'a mistake' });
  expect((await approve(second)).status).toBe(422);
  expect([await statusOf(), received]).toEqual(['rejected', []]);
  refusal = 'not_open';
  await order('void');
  await approve(second);
  expect(await statusOf()).toBe('refused');
  expect((await risk.get('/draws?list=orders')).text).toContain('The draw had ended already.');
});

it('waits with a reversal while tickets are being paid', async () => {
  refusal = 'unsettled';
  await order('reverse');
  await approve(second);
  expect(await statusOf()).toBe('approved');
  refusal = undefined;
  test.clock.advance(60_000);
  await test.platform.runJob('orders about draws');
  expect(await statusOf()).toBe('done');
});

it('sets the limits of a game in coins of its games', async () => {
  const fields = { id: 'do_limits', provider: 'studio', draw: DRAW, game: GAME, reason: 'a large draw' };
  const amounts = { numberLimit: '1000', playTypeLimit: '20000.50', drawLimit: '300000' };
  expect(isApproved(await risk.post('/draws/limits', { ...fields, ...amounts }))).toBe(true);
  const [sent] = received;
  expect(sent?.operation).toBe('limits');
  expect(sent?.body.gameId).toBe(GAME);
  expect(BigInt(sent?.body.playType ?? 0) * 20n).toBe((BigInt(sent?.body.number ?? 0) * 40_001n) / 100n);
  expect((await risk.post('/draws/limits', { ...fields, ...amounts, id: 'do_none', drawLimit: '0' })).status).toBe(422);
});
