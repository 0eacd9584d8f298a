import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_API, type EventsAnswer, type MatchEvent, type TicketAnswer } from '../../../shared/games/events/protocol.ts';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import type { EventVerifyPageContext, GamePageContext } from '../../../shared/games/page-context.ts';
import { movableClock } from '../../platform/base/clock.ts';
import { NOON } from '../test-scene.ts';
import { opened } from '../test-seeds.ts';
import { eventually, newKey, openStudioWorld, type Running, type StudioWorld } from '../test-studio.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'studio-client-'));
/** The clock is fixed, because otherwise the first match of the calendar could begin at any time. */
const clock = movableClock({ now: () => new Date(NOON) });
const series = seriesOf(STUDIO_GAMES)
  .filter((one) => one.kind.name === 'match')
  .slice(0, 1);
const GAME = series[0]?.gameId ?? '';
let world: StudioWorld;
let studio: Running;
let match: MatchEvent;

beforeAll(async () => {
  const entries = ['match', 'event-verify'].map((name) => [`client/games/${name}-page.ts`, { file: `assets/${name}-1.js` }]);
  mkdirSync(join(clientDir, '.vite'));
  mkdirSync(join(clientDir, 'assets'));
  writeFileSync(join(clientDir, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(entries)));
  world = await openStudioWorld();
  studio = await world.start({ clientDir, series, clock });
  await eventually(async () => {
    const { body } = await studio.call<EventsAnswer>(`${EVENT_API.events}?gameId=${GAME}`);
    match = body.fixtures[0] as MatchEvent;
    expect(match).toBeDefined();
  });
});
afterAll(async () => {
  await world.close();
  rmSync(clientDir, { recursive: true });
});

async function open<T>(path: string): Promise<{ status: number; html: string; context: T }> {
  const answer = await fetch(studio.url + path);
  const html = await answer.text();
  const [, text = '{}'] = /data-context="([^"]*)"/.exec(html) ?? [];
  const json = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return { status: answer.status, html, context: JSON.parse(json) as T };
}

test('a game of matches opens its own page', async () => {
  const { status, html, context } = await open<GamePageContext>(`/studio/play?game=${GAME}&ticket=abc`);
  expect(status).toBe(200);
  expect(context).toMatchObject({ gameId: GAME, engine: 'match', ticket: 'abc' });
  expect(html).toContain('/assets/match-1.js');
});

test('the verifier shows no data of an open event, and all data of an ended one except its players', async () => {
  const early = await open<EventVerifyPageContext>(match.verifyUrl);
  expect(early.context).toMatchObject({ state: 'open', evidence: null });
  const stored = await world.db.selectFrom('studio_event').selectAll().where('id', '=', match.eventId).executeTakeFirstOrThrow();
  const { server_seed: seed } = opened(stored);
  expect(early.html).not.toContain(seed);

  world.wallet.balances.set('somebody', 100_0000n);
  const session = await studio.join('somebody', GAME);
  const [offer] = match.markets[0]?.picks ?? [];
  const legs = [{ eventId: match.eventId, selection: offer?.selection, odds: offer?.odds }];
  const request = { key: newKey(), legs, stake: '2.0000', acceptBetter: false };
  const { body } = await studio.call<TicketAnswer>(EVENT_API.ticket, request, session.token);
  expect((await open<EventVerifyPageContext>(body.ticket.verifyUrl)).context.evidence).toBeNull();

  clock.advance(Date.parse(match.endsAt) - clock.now().getTime() + 1);
  const verified = async () => (await open<EventVerifyPageContext>(body.ticket.verifyUrl)).context;
  const evidence = { kind: 'bet', stake: '2.0000', legs: [{ match: { serverSeed: seed } }] };
  await eventually(async () => expect((await verified()).evidence).toMatchObject(evidence));
  const late = await open<EventVerifyPageContext>(match.verifyUrl);
  expect(late.context).toMatchObject({ state: 'drawn', evidence: { serverSeed: seed, serverSeedHash: match.seedHash, kind: 'match' } });
  expect(late.html + (await open(body.ticket.verifyUrl)).html).not.toContain('somebody');
  expect((await open(`/studio/verify/${GAME}-209901010001`)).status).not.toBe(200);
});
