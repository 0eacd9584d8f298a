import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { LOTTERY_API, type LotteryDrawsAnswer, type LotteryTicketAnswer } from '../../../shared/games/lottery/protocol.ts';
import { STUDIO_DETAILS_PATH } from '../../../shared/games/protocol.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { roundDetailsAnswer } from '../../../shared/seamless/round-details.ts';
import { SIGNATURE_HEADER, signedHead, TIMESTAMP_HEADER } from '../../../shared/seamless/wallet.ts';
import { openScene } from '../test-scene.ts';
import { eventually, gameOf, newKey, type Running } from '../test-studio.ts';
import { TEST_SECRET } from '../test-wallet.ts';

const GAME = gameOf('north').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
let studio: Running;
beforeEach(async () => {
  studio = await scene.start();
});

async function describe(roundIds: readonly string[], more: { language?: string; whole?: boolean; secret?: string } = {}) {
  const { language = 'EN', whole = false, secret = TEST_SECRET } = more;
  const body = JSON.stringify({ language, whole, rounds: roundIds.map((roundId) => ({ roundId, gameId: GAME })) });
  const at = String(scene.clock.now().getTime());
  const signature = createHmac('sha256', secret)
    .update(signedHead('POST', STUDIO_DETAILS_PATH, at))
    .update(body)
    .digest('hex');
  const headers = { [TIMESTAMP_HEADER]: at, [SIGNATURE_HEADER]: signature };
  const answer = await fetch(studio.url + STUDIO_DETAILS_PATH, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

async function rounds(roundIds: readonly string[], more: Parameters<typeof describe>[1] = {}) {
  const { status, text } = await describe(roundIds, more);
  expect([status, text]).toEqual([200, text]);
  return v.parse(roundDetailsAnswer, JSON.parse(text)).rounds;
}

async function place(entry: string, playType = 'head') {
  const session = await scene.enter(studio, 'mia');
  let drawId = '';
  await eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    drawId = body.open.find(({ closesAt }) => Date.parse(closesAt) > scene.clock.now().getTime())?.drawId ?? '';
    expect(drawId).not.toBe('');
  });
  const order = { key: newKey(), drawId, playType, entry, unit: '1', multiplier: 1 };
  const { body } = await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, order, session.token);
  return body.ticket;
}

test('a ticket is described in the language of the reader, first without and then with its result', async () => {
  const ticket = await place('4 7');
  const [open] = await rounds([ticket.ticketId, 'r-of-another-game']);
  expect(open?.summary).toContain(`Issue ${ticket.draw.issue}`);
  expect(open?.lines).toEqual(
    expect.arrayContaining([
      { name: 'bets', value: '4 7' },
      { name: 'ways', value: '2 bets' },
      { name: 'state', value: 'Waiting for the draw' },
    ]),
  );
  expect(open?.lines.map(({ name }) => name)).not.toContain('result');
  scene.clock.advance(Date.parse(ticket.draw.drawsAt) + 1_000 - scene.clock.now().getTime());
  await eventually(async () => {
    const [drawn] = await rounds([ticket.ticketId]);
    const names = drawn?.lines.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['result', 'paid']));
    expect(drawn?.lines.find(({ name }) => name === 'result')?.value.split(' ')).toHaveLength(27);
  });
  const states = await Promise.all(
    LANGUAGES.map(async ({ code }) => (await rounds([ticket.ticketId], { language: code }))[0]?.lines.find(({ name }) => name === 'game')),
  );
  expect(new Set(states.map((line) => line?.value)).size).toBe(LANGUAGES.length);
});

test('the payout of a cancelled ticket is named as returned', async () => {
  const { ticketId } = await place('4');
  const { token } = await scene.enter(studio, 'mia');
  expect((await studio.call(LOTTERY_API.cancel, { ticketId }, token)).status).toBe(200);
  const [cancelled] = await rounds([ticketId]);
  expect(cancelled?.lines).toContainEqual({ name: 'paid', label: 'Returned', value: '$1.00' });
  expect(cancelled?.lines.map(({ name }) => name)).not.toContain('possibleWin');
});

test('many bets are counted in a list and complete for one round', async () => {
  const entry = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0')).join(' ');
  const { ticketId } = await place(entry, 'lo2');
  const bets = async (whole: boolean) => (await rounds([ticketId], { whole }))[0]?.lines.find(({ name }) => name === 'bets')?.value;
  expect(await bets(false)).toMatch(/^00 01 .* 19 and 80 more$/);
  expect(await bets(true)).toBe(entry);
});

test('only the platform may request descriptions', async () => {
  expect((await describe(['t1'], { secret: 'another key' })).status).toBe(401);
  expect((await describe([])).status).toBe(400);
});
