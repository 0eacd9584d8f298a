import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DrawTerms, playDraw } from '../../../shared/games/events/draw.ts';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import {
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryDrawView,
  type LotteryTicketAnswer,
  type LotteryTicketsAnswer,
} from '../../../shared/games/lottery/protocol.ts';
import { STUDIO_DESK_PATH, type StudioSession } from '../../../shared/games/protocol.ts';
import { DRAW_DESK, type DrawDeskAnswer, type DrawDeskOperation } from '../../../shared/seamless/draw-desk.ts';
import { SIGNATURE_HEADER, signedHead, TIMESTAMP_HEADER } from '../../../shared/seamless/wallet.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import type { StudioEvent } from '../events/event-store.ts';
import { findRevealed } from '../events/evidence.ts';
import { openScene, START } from '../test-scene.ts';
import { opened, TEST_SEEDS } from '../test-seeds.ts';
import { eventually, gameOf, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { TEST_SECRET } from '../test-wallet.ts';

const GAME = gameOf('north').gameId;
const OTHER = 'TCG_SEA_SEA_FOUR';
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(async () => {
  ({ world, clock } = scene);
  await world.db.deleteFrom('studio_exposure_limit').execute();
});

async function send(studio: Running, operation: string, body: object, secret = TEST_SECRET, at = clock.now().getTime()) {
  const path = `${STUDIO_DESK_PATH}/${operation}`;
  const raw = JSON.stringify(body);
  const signature = createHmac('sha256', secret)
    .update(signedHead('POST', path, String(at)))
    .update(raw)
    .digest('hex');
  const headers = { [TIMESTAMP_HEADER]: String(at), [SIGNATURE_HEADER]: signature };
  const answer = await fetch(studio.url + path, { method: 'POST', headers, body: raw });
  return { status: answer.status, text: await answer.text() };
}
async function ask<O extends DrawDeskOperation>(studio: Running, operation: O, body: object = {}): Promise<DrawDeskAnswer<O>> {
  const { status, text } = await send(studio, operation, body);
  expect([status, text]).toEqual([200, text]);
  return JSON.parse(text) as DrawDeskAnswer<O>;
}

async function onSale(studio: Running): Promise<LotteryDrawView> {
  let draw: LotteryDrawView | undefined;
  await eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    draw = body.open.find(({ closesAt }) => Date.parse(closesAt) > clock.now().getTime());
    expect(draw).toBeDefined();
  });
  return draw as LotteryDrawView;
}
const place = (studio: Running, session: StudioSession, draw: LotteryDrawView, entry: string, playType = 'head') =>
  studio.call<LotteryTicketAnswer>(
    LOTTERY_API.ticket,
    { key: newKey(), drawId: draw.drawId, playType, entry, unit: '1', multiplier: 1 },
    session.token,
  );
const event = async (id: string): Promise<StudioEvent> =>
  opened(await world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const states = async () =>
  (await world.db.selectFrom('studio_ticket').select('state').orderBy('placed_at').execute()).map(({ state }) => state);
async function atRest(): Promise<void> {
  await eventually(async () => {
    clock.advance(1_000);
    expect((await states()).filter((state) => ['placing', 'owed', 'voided', 'reversing'].includes(state))).toEqual([]);
  });
}
async function draw(of: LotteryDrawView): Promise<void> {
  clock.advance(Math.max(0, Date.parse(of.drawsAt) - clock.now().getTime() + 1));
  await eventually(async () => expect((await event(of.drawId)).state).toBe('drawn'));
  await atRest();
}
/** Copies of a drawn draw without its tickets, each a second later. */
async function addEmptyDraws(drawId: string, gameId: string, count: number): Promise<void> {
  await sql`insert into studio_event select (jsonb_populate_record(e, jsonb_build_object('id', ${gameId}::text || '-later-' || n,
      'game_id', ${gameId}::text, 'place', 1000000 + n, 'totals', '[]', 'draws_at', e.draws_at + n * interval '1 second'))).*
    from studio_event e, generate_series(1, ${count}::integer) n where e.id = ${drawId}`.execute(world.db);
}
const ALL_HEADS = '0 1 2 3 4 5 6 7 8 9';

describe('the desk', () => {
  test('shows what a draw may have to pay, and sets limits that count at once', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const sale = await onSale(studio);
    await place(studio, anna, sale, '3 7');
    await place(studio, anna, sale, '7');
    await place(studio, anna, sale, '12', 'de');
    const shown = await ask(studio, 'exposure', { drawId: sale.drawId });
    expect(shown).toMatchObject({
      status: 'OK',
      limits: { number: '50000000', playType: '1000000000', draw: '2500000000' },
      draw: { state: 'open', stake: '400', totals: null },
      // A stake of 1.00 wins 9.70 on a head and 97.00 on two digits.
      playTypes: [
        { playType: 'de', stake: '100', payout: '9700' },
        { playType: 'head', stake: '300', payout: '1940' },
      ],
      numbers: [
        { playType: 'de', number: '12', payout: '9700' },
        { playType: 'head', number: '7', stake: '200', payout: '1940' },
        { playType: 'head', number: '3', stake: '100', payout: '970' },
      ],
    });
    await ask(studio, 'limits', { gameId: GAME, number: '2000', playType: '3000', draw: '20000' });
    expect((await place(studio, anna, sale, '7')).body.error).toBe('number_full');
    expect((await place(studio, anna, sale, '8')).status).toBe(200);
    expect((await place(studio, anna, sale, '9')).body.error).toBe('play_type_full');
    await ask(studio, 'limits', { gameId: GAME, number: '5000', playType: '20000', draw: '12000' });
    expect((await place(studio, anna, sale, '9')).body.error).toBe('draw_full');
    await ask(studio, 'limits', { gameId: GAME, number: '5000', playType: '20000', draw: '20000' });
    expect((await place(studio, anna, sale, '9')).status).toBe(200);
  });

  test('lists ended draws by game, page by page, and those with tickets alone', async () => {
    const studio = await start();
    world.wallet.balances.set('trial-1', START);
    const [anna, trial] = [await enter(studio, 'anna'), await studio.join('trial-1', GAME)];
    const sale = await onSale(studio);
    expect((await place(studio, anna, sale, '1')).status).toBe(200);
    await draw(sale);
    // Later draws without tickets, and one with play money.
    await addEmptyDraws(sale.drawId, GAME, 70);
    await addEmptyDraws(sale.drawId, OTHER, 70);
    const other = await onSale(studio);
    await place(studio, trial, other, '2');
    await ask(studio, 'void', { drawId: other.drawId });
    await atRest();
    const ended = (more: object) => ask(studio, 'draws', { list: 'ended', sold: false, offset: 0, limit: 50, ...more });
    const idsOf = async (more: object) => (await ended(more)).draws.map(({ id }) => id);
    const all = await idsOf({ limit: 200 });
    expect(all.length).toBe(142);
    expect([...(await idsOf({})), ...(await idsOf({ offset: 50 })), ...(await idsOf({ offset: 100 }))]).toEqual(all);
    const ofGame = await idsOf({ gameId: GAME, limit: 200 });
    expect([ofGame.length, ofGame.every((id) => id.startsWith(GAME))]).toEqual([72, true]);
    expect(await idsOf({ gameId: GAME, offset: 70 })).toContain(sale.drawId);
    expect(await idsOf({ sold: true })).toEqual([sale.drawId]);
    expect(await idsOf({ sold: true, gameId: OTHER })).toEqual([]);
    expect((await ended({ sold: true })).games).toEqual([GAME, OTHER].sort());
    const open = await ask(studio, 'draws', { list: 'open', gameId: GAME });
    expect(open.draws.length).toBeGreaterThan(0);
    expect((await ask(studio, 'draws', { list: 'open', gameId: OTHER })).draws).toEqual([]);
    expect((await send(studio, 'draws', { list: 'ended', sold: false, offset: 0, limit: 201 })).status).toBe(400);
  });

  test('closes a sale early, once and for all processes, and reports it', async () => {
    const [studio, other] = [await start(), await start()];
    const anna = await enter(studio, 'anna');
    const sale = await onSale(studio);
    expect((await place(studio, anna, sale, '1')).status).toBe(200);
    const closed = await ask(other, 'close', { drawId: sale.drawId });
    expect(closed).toMatchObject({ status: 'OK', draw: { state: 'open', closesAt: clock.now().toISOString() } });
    expect((await place(studio, anna, sale, '1')).body.error).toBe('bets_closed');
    clock.advance(1_000);
    expect(await ask(studio, 'close', { drawId: sale.drawId })).toEqual(closed);
    await eventually(() =>
      expect(world.wallet.events.filter(({ id }) => id === sale.drawId).at(-1)?.closesAt).toBe(
        closed.status === 'OK' ? closed.draw.closesAt : '',
      ),
    );
    await draw(sale);
    expect(await states()).toEqual(['settled']);
    expect(await ask(studio, 'close', { drawId: sale.drawId })).toEqual({ status: 'REFUSED', reason: 'not_open' });
  });

  test('voids a draw: its stakes are returned once, and it is never drawn', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const sale = await onSale(studio);
    await place(studio, anna, sale, ALL_HEADS);
    const [one, other] = await Promise.all([1, 2].map(() => ask(studio, 'void', { drawId: sale.drawId })));
    expect([one?.status, other?.status]).toEqual(['OK', 'OK']);
    await atRest();
    expect([await states(), world.wallet.balances.get('anna')]).toEqual([['refunded'], START]);
    clock.advance(3_600_000);
    await eventually(async () => expect((await event(sale.drawId)).unsent).toBe(false));
    expect(await event(sale.drawId)).toMatchObject({ state: 'void', outcome: null });
    expect(await ask(studio, 'reverse', { drawId: sale.drawId })).toEqual({ status: 'REFUSED', reason: 'not_drawn' });
  });

  test('takes a drawn draw back once: wins are debited and stakes returned, with any fault of the wallet', async () => {
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const sale = await onSale(studio);
    await place(studio, anna, sale, ALL_HEADS);
    await place(studio, ben, sale, '12', 'de');
    expect(await ask(studio, 'reverse', { drawId: sale.drawId })).toEqual({ status: 'REFUSED', reason: 'not_drawn' });
    await draw(sale);
    expect(world.wallet.balances.get('anna')).toBe(START - 3_000n);
    world.wallet.balances.set('anna', 0n);
    let faults = 3;
    world.wallet.fault = (operation) => (operation === 'reverse' && faults-- > 0 ? (faults % 2 ? 'unanswered' : 'lost') : undefined);
    await Promise.all([1, 2].map(() => ask(studio, 'reverse', { drawId: sale.drawId })));
    await atRest();
    expect(await states()).toEqual(['reversed', 'reversed']);
    // A stake of ten whole units, and a win of 9.70, which anna has spent.
    expect([world.wallet.balances.get('anna'), world.wallet.balances.get('ben')]).toEqual([3_000n, START]);
    expect([...world.wallet.instructions.values()].filter(({ kind }) => kind === 'reverse').length).toBe(2);
    const answer = await ask(studio, 'reverse', { drawId: sale.drawId });
    expect(answer).toMatchObject({ status: 'OK', draw: { state: 'drawn', reversed: true } });
    await atRest();
    expect(world.wallet.balances.get('ben')).toBe(START);
    const { body } = await studio.call<LotteryTicketsAnswer>(LOTTERY_API.tickets, undefined, anna.token);
    expect(body.tickets).toMatchObject([{ status: 'refunded', payout: '10.0000', draw: { reversed: true } }]);
    await eventually(() =>
      expect(world.wallet.events.filter(({ id }) => id === sale.drawId).at(-1)).toMatchObject({ state: 'drawn', reversed: true }),
    );
  });

  test('does not take a draw back while a ticket waits for its payment', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const sale = await onSale(studio);
    await place(studio, anna, sale, ALL_HEADS);
    world.wallet.fault = (operation) => (operation === 'win' ? 'broken' : undefined);
    clock.advance(Date.parse(sale.drawsAt) - clock.now().getTime() + 1);
    await eventually(async () => expect((await event(sale.drawId)).state).toBe('drawn'));
    expect(await ask(studio, 'reverse', { drawId: sale.drawId })).toEqual({ status: 'REFUSED', reason: 'unsettled' });
    world.wallet.fault = () => undefined;
    await atRest();
    expect((await ask(studio, 'reverse', { drawId: sale.drawId })).status).toBe('OK');
  });

  test('knows no seed and no number of a draw that is not drawn', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const sale = await onSale(studio);
    await place(studio, anna, sale, '0 1');
    const { terms, server_seed, id } = await event(sale.drawId);
    const numbers = playDraw(JSON.parse(terms) as DrawTerms, server_seed, id);
    const chains = await world.db.selectFrom('studio_chain').select('sealed_seed').execute();
    const seeds = await world.db.selectFrom('studio_event').select('server_seed').execute();
    const secrets = [
      ...chains.map(({ sealed_seed }) => TEST_SEEDS.open('chain', sealed_seed)),
      ...seeds.map((one) => opened(one).server_seed),
      ...numbers.filter((one) => one.length > 4),
    ];
    expect(secrets.length).toBeGreaterThan(12);
    const bodies: Record<DrawDeskOperation, object> = {
      draws: { list: 'ended', sold: false, offset: 0, limit: 50 },
      exposure: { drawId: id },
      close: { drawId: id },
      reverse: { drawId: id },
      limits: { gameId: GAME, number: '1000', playType: '10000', draw: '10000' },
      void: { drawId: id },
    };
    const answers: string[] = [];
    for (const operation of Object.keys(DRAW_DESK) as DrawDeskOperation[])
      if (operation !== 'void') answers.push((await send(studio, operation, bodies[operation])).text);
    answers.push((await send(studio, 'void', bodies.void)).text, (await send(studio, 'draws', { list: 'open' })).text);
    for (const answer of answers) {
      expect(answer).toMatch(/^\{/);
      expect(secrets.filter((secret) => answer.includes(secret))).toEqual([]);
      expect(answer).not.toMatch(/seed|outcome|numbers":\["|link/i);
    }
    // The check would find them.
    expect(secrets.filter((secret) => JSON.stringify(numbers).includes(secret)).length).toBeGreaterThan(0);
  });

  test('answers only to the signature of the platform', async () => {
    const studio = await start();
    const sale = await onSale(studio);
    const body = { drawId: sale.drawId };
    expect((await send(studio, 'void', body, 'another secret')).status).toBe(401);
    expect((await send(studio, 'void', body, TEST_SECRET, clock.now().getTime() - 600_000)).status).toBe(401);
    expect((await studio.call(`${STUDIO_DESK_PATH}/void`, body)).status).toBe(401);
    expect((await send(studio, 'draw', body)).status).toBe(400);
    expect((await send(studio, 'void', { ...body, numbers: ['1'] })).status).toBe(400);
    expect((await event(sale.drawId)).state).toBe('open');
  });
});

test('totals are published after the draw, by currency and without play money', async () => {
  const studio = await start();
  const anna = await enter(studio, 'anna');
  world.wallet.balances.set('trial-1', START);
  const trial = await studio.join('trial-1', GAME);
  const sale = await onSale(studio);
  expect([sale.totals, sale.reversed]).toEqual([[], false]);
  await place(studio, anna, sale, ALL_HEADS);
  await place(studio, trial, sale, ALL_HEADS);
  world.wallet.currency = 'THB';
  world.wallet.balances.set('ben', 100_000_0000n);
  const ben = await studio.join('ben', GAME);
  await place(studio, ben, sale, ALL_HEADS);
  await draw(sale);
  const totals = [
    { currency: 'THB', sold: '200.0000', paid: '194.0000' },
    { currency: 'USD', sold: '10.0000', paid: '9.7000' },
  ];
  const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
  expect(body.results.find(({ drawId }) => drawId === sale.drawId)?.totals).toEqual(totals);
  expect((await findRevealed(world.db, TEST_SEEDS, sale.drawId))?.evidence).toMatchObject({ kind: 'draw', totals });
  await eventually(() =>
    expect(world.wallet.events.filter(({ id }) => id === sale.drawId).at(-1)).toMatchObject({
      totals: [
        { currency: 'THB', sold: '2000000', paid: '1940000' },
        { currency: 'USD', sold: '100000', paid: '97000' },
      ],
    }),
  );
});

test('a draw that an operator closes and one that is voided at the same moment as it is drawn end in one way', async () => {
  const studios = [await start(), await start()];
  const anna = await enter(studios[0] as Running, 'anna');
  const sale = await onSale(studios[0] as Running);
  await place(studios[0] as Running, anna, sale, ALL_HEADS);
  clock.advance(Date.parse(sale.drawsAt) - clock.now().getTime() + 1);
  await Promise.all(studios.map((studio) => ask(studio, 'void', { drawId: sale.drawId })));
  await atRest();
  const { state } = await event(sale.drawId);
  expect([state, await states(), world.wallet.balances.get('anna')]).toEqual(
    state === 'void' ? ['void', ['refunded'], START] : ['drawn', ['settled'], START - 3_000n],
  );
  const { rows } = await sql`select 1 from studio_ticket where state not in ('settled', 'refunded')`.execute(world.db);
  expect(rows).toEqual([]);
});
