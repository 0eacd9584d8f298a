import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fairStream, seedHash } from '../../shared/games/fairness.ts';
import {
  type Commitment,
  type EngineBet,
  type HistoryAnswer,
  type PlayAnswer,
  REFUSAL_HEADER,
  REFUSAL_IN_BODY,
  STUDIO_API,
  type StudioSession,
} from '../../shared/games/protocol.ts';
import { playRound, rulesHash } from '../../shared/games/rules.ts';
import { parseWireAmount } from '../../shared/money/money.ts';
import type { SeamlessCode } from '../../shared/seamless/codes.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { eventually, gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

let world: StudioWorld;
let studio: Running;
let players = 0;
let player: string;

beforeAll(async () => {
  world = await openStudioWorld();
  studio = await world.start();
});
afterAll(() => world.close());
beforeEach(() => {
  players += 1;
  player = `player${players}`;
  world.wallet.balances.set(player, 1_000_0000n);
  world.wallet.calls.length = 0;
});
afterEach(() => {
  world.wallet.fault = () => undefined;
  world.wallet.refusal = undefined;
});

const dice: EngineBet = { engine: 'dice', stake: '1.0000', over: true, target: 49.99 };
/** A bet at odds chosen by its player, and one of several chips, which lose 1.50 together with any other black number. */
const AT_RISK: Readonly<Record<string, string>> = { classic: '10000', european: '15000' };
const BETS: Readonly<Record<string, EngineBet>> = {
  harbour: { engine: 'slot', stake: '0.2000' },
  avalanche: { engine: 'slot', stake: '0.2000' },
  tome: { engine: 'slot', stake: '0.1000' },
  vault: { engine: 'slot', stake: '0.2000' },
  lantern: { engine: 'slot', stake: '0.2500' },
  gems: { engine: 'slot', stake: '0.1000' },
  classic: dice,
  twenty: { engine: 'keno', stake: '0.1000', picks: [3, 17, 80] },
  reef: { engine: 'fish', stake: '0.1000', target: 'sardine' },
  pick: { engine: 'duel', stake: '0.2000', side: 'other' },
  quad: { engine: 'digits', stake: '0.1000', kind: 'box', number: '0012' },
  european: {
    engine: 'roulette',
    chips: [
      { spot: 'straight-17', stake: '0.5000' },
      { spot: 'red', stake: '1.0000' },
    ],
  },
};

function balance(): bigint {
  return world.wallet.balances.get(player) ?? 0n;
}

async function allEnded(): Promise<void> {
  await eventually(async () => expect((await world.rounds()).filter((round) => round.state === 'open')).toEqual([]));
}

/**
 * Plays a round, and a second one that comes too early: a refusal with the remaining time, without any change. Returns the key
 * of the first.
 */
async function expectPace(at: Running, session: StudioSession, cycleMs: number): Promise<string> {
  const key = newKey();
  const first = await at.play(session, { key, bet: dice });
  expect(first.body.waitMs).toBeGreaterThan(0);
  expect(first.body.waitMs).toBeLessThanOrEqual(cycleMs);
  const [before, calls] = [balance(), [...world.wallet.calls]];
  const { status, body } = await at.play(session, { key: newKey(), bet: dice });
  expect([status, body]).toEqual([429, { error: 'too_soon', retryAfterMs: expect.any(Number) }]);
  expect((body as { retryAfterMs?: number }).retryAfterMs).toBeLessThanOrEqual(first.body.waitMs);
  expect([balance(), world.wallet.calls]).toEqual([before, calls]);
  const { body: commitment } = await at.call<Commitment>(STUDIO_API.clientSeed, { clientSeed: session.next.clientSeed }, session.token);
  expect(commitment).toEqual(first.body.next);
  return key;
}

describe('a round', () => {
  test.each(['harbour', 'lantern', 'gems', 'avalanche', 'tome', 'vault', 'classic', 'twenty', 'european', 'reef', 'pick', 'quad'] as const)(
    'of %s is committed, played, posted, and can be recomputed by the player',
    async (variant) => {
      const game = gameOf(variant);
      const bet = BETS[variant] as EngineBet;
      const session = await studio.join(player, game.gameId);
      const { status, body } = await studio.play(session, { key: newKey(), bet });
      expect(status).toBe(200);
      const { round } = body;
      expect(round.fairness).toMatchObject({ ...session.next, serverSeedHash: seedHash(round.fairness.serverSeed) });
      const { serverSeed, clientSeed, nonce } = round.fairness;
      const again = playRound(game.engine, variant, round.bet, fairStream(serverSeed, clientSeed, nonce));
      expect(round.outcome).toEqual(again.outcome);
      expect(parseWireAmount(round.payout)).toBe(again.payout);
      expect(round.rulesHash).toBe(rulesHash(game.engine, variant));
      expect(balance()).toBe(1_000_0000n - (parseWireAmount(round.stake) ?? 0n) + again.payout);
      expect(parseWireAmount(body.balance)).toBe(balance());
      expect(world.wallet.calls).toEqual(['authenticate', 'bet', 'win']);
      const sent = [...world.wallet.instructions.values()].find((one) => one.kind === 'bet' && one.player === player);
      expect(JSON.parse(sent?.body ?? '{}').atRisk).toBe(AT_RISK[variant]);
      expect(body.next.nonce).toBe(1);
      expect(body.next.serverSeedHash).not.toBe(session.next.serverSeedHash);
    },
  );

  test('is one round per key: a repeat gets the stored answer and no seed is used twice', async () => {
    const session = await studio.join(player, gameOf('classic').gameId);
    const key = newKey();
    const [one, other] = await Promise.all([studio.play(session, { key, bet: dice }), studio.play(session, { key, bet: dice })]);
    const third = await studio.play(session, { key, bet: dice });
    expect(one.body.round).toEqual(other.body.round);
    expect(third.body.round).toEqual(one.body.round);
    expect(parseWireAmount(third.body.balance)).toBe(balance());
    expect(world.wallet.calls.filter((call) => call === 'bet')).toHaveLength(1);
    const changed = await studio.play(session, { key, bet: { ...dice, stake: '2.0000' } });
    expect(changed).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    const found = await studio.call<PlayAnswer>(`${STUDIO_API.round}?key=${key}`, undefined, session.token);
    expect(found.body.round).toEqual(one.body.round);
    expect((await studio.call(`${STUDIO_API.round}?key=never-used-1`, undefined, session.token)).status).toBe(404);
  });

  test('is the only open one of its player and game, over sessions', async () => {
    const [first, second] = [await studio.join(player, gameOf('classic').gameId), await studio.join(player, gameOf('classic').gameId)];
    const answers = await Promise.all(
      [first, second].flatMap((session) => [1, 2, 3].map(() => studio.play(session, { key: newKey(), bet: dice }))),
    );
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused.every((answer) => answer.body.error === 'round_pending')).toBe(true);
    expect(answers.length - refused.length).toBeGreaterThan(0);
    const seeds = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.round.fairness.serverSeed);
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  test('follows the client seed that the player has chosen, and is listed', async () => {
    const session = await studio.join(player, gameOf('twenty').gameId);
    const chosen = await studio.call<Commitment>(STUDIO_API.clientSeed, { clientSeed: 'my-lucky-words' }, session.token);
    expect(chosen.body).toEqual({ ...session.next, clientSeed: 'my-lucky-words' });
    const { body } = await studio.play(session, { key: newKey(), bet: BETS.twenty as EngineBet });
    expect(body.round.fairness.clientSeed).toBe('my-lucky-words');
    const history = await studio.call<HistoryAnswer>(STUDIO_API.history, undefined, session.token);
    expect(history.body.rounds).toEqual([body.round]);
    const rejected = await studio.call(STUDIO_API.clientSeed, { clientSeed: 'with a blank:' }, session.token);
    expect(rejected).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  });

  test('does not hold back a player whose last round has a future timestamp', async () => {
    let ahead = HOUR_MS;
    const clock = { now: () => new Date(Date.now() + ahead) };
    const slow = await world.start({ policy: { minimumCycleMs: 60_000 }, clock });
    const session = await slow.join(player, gameOf('classic').gameId);
    expect((await slow.play(session, { key: newKey(), bet: dice })).status).toBe(200);
    ahead = 0;
    expect((await slow.play(session, { key: newKey(), bet: dice })).status).toBe(200);
    await slow.close();
  });

  test('keeps the shortest time between rounds of the policy', async () => {
    const slow = await world.start({ policy: { minimumCycleMs: 60_000 } });
    const session = await slow.join(player, gameOf('classic').gameId);
    await expectPace(slow, session, 60_000);
    await slow.close();
  });

  test('applies the time that the wallet reports for the jurisdiction of the player, also after a reload', async () => {
    world.wallet.minimumRoundMs = 90_000;
    const session = await studio.join(player, gameOf('classic').gameId);
    const again = await studio.join(player, gameOf('classic').gameId);
    world.wallet.minimumRoundMs = undefined;
    expect(session.minimumCycleMs).toBeGreaterThan(90_000);
    const key = await expectPace(studio, session, session.minimumCycleMs);
    expect((await studio.play(again, { key: newKey(), bet: dice })).body.error).toBe('too_soon');
    expect((await studio.play(session, { key, bet: dice })).status).toBe(200);
    // Without such a rule of the jurisdiction, rounds may follow each other at once.
    const free = await studio.join(player, gameOf('twenty').gameId);
    expect(free.minimumCycleMs).toBe(0);
    for (let round = 0; round < 2; round++)
      expect((await studio.play(free, { key: newKey(), bet: BETS.twenty as EngineBet })).body.waitMs).toBe(0);
  });

  test('that the wallet refuses as too early is refused with the same code', async () => {
    const session = await studio.join(player, gameOf('classic').gameId);
    world.wallet.refusal = 'ROUND_TOO_SOON';
    expect((await studio.play(session, { key: newKey(), bet: dice })).body).toMatchObject({ error: 'too_soon' });
    world.wallet.refusal = 'LIMIT_REACHED';
    expect((await studio.play(session, { key: newKey(), bet: dice })).body).toEqual({ error: 'limit_reached' });
  });
});

describe('refused', () => {
  test.each<[SeamlessCode, number, string]>([
    ['INSUFFICIENT_FUNDS', 409, 'insufficient_funds'],
    ['LIMIT_REACHED', 409, 'limit_reached'],
    ['PLAYER_BLOCKED', 403, 'player_blocked'],
    ['GAME_DISABLED', 409, 'game_disabled'],
    ['TOKEN_EXPIRED', 401, 'session_expired'],
    ['BAD_SIGNATURE', 409, 'game_disabled'],
  ])('%s leaves no round, no posting, and the seed unused', async (code, status, error) => {
    const session = await studio.join(player, gameOf('classic').gameId);
    world.wallet.refusal = code;
    const key = newKey();
    expect(await studio.play(session, { key, bet: dice })).toMatchObject({ status, body: { error } });
    expect(await studio.play(session, { key, bet: dice })).toMatchObject({ status, body: { error } });
    expect(balance()).toBe(1_000_0000n);
    world.wallet.refusal = undefined;
    const next = await studio.play(session, { key: newKey(), bet: dice });
    expect(next.body.round.fairness.serverSeedHash).toBe(session.next.serverSeedHash);
    expect(next.body.round.fairness.nonce).toBe(session.next.nonce);
    const { body } = await studio.call<HistoryAnswer>(STUDIO_API.history, undefined, session.token);
    expect(body.rounds).toHaveLength(1);
  });

  test('a page that requests it gets refusals of play, and only these, with status 200', async () => {
    const { token } = await studio.join(player, gameOf('classic').gameId);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', [REFUSAL_HEADER]: REFUSAL_IN_BODY };
    const play = async (bet: unknown) => {
      const answer = await fetch(studio.url + STUDIO_API.play, { method: 'POST', headers, body: JSON.stringify({ key: newKey(), bet }) });
      return [answer.status, await answer.json()];
    };
    world.wallet.refusal = 'INSUFFICIENT_FUNDS';
    expect(await play(dice)).toEqual([200, { error: 'insufficient_funds' }]);
    world.wallet.refusal = 'PLAYER_BLOCKED';
    expect(await play(dice)).toEqual([403, { error: 'player_blocked' }]);
    expect(await play({ ...dice, stake: 1 })).toEqual([400, { error: 'bad_request' }]);
  });

  test.each<[string, unknown, string]>([
    ['another engine', { engine: 'slot', stake: '1.0000' }, 'bet_invalid'],
    ['a stake below the minimum', { ...dice, stake: '0.5000' }, 'stake_out_of_range'],
    ['a stake above the maximum', { ...dice, stake: '501.0000' }, 'stake_out_of_range'],
    ['a stake between two steps', { ...dice, stake: '1.5050' }, 'stake_out_of_range'],
    ['a negative stake', { ...dice, stake: '-1.0000' }, 'stake_out_of_range'],
    ['a stake that is not an amount', { ...dice, stake: '1e3' }, 'bet_invalid'],
    ['a stake that is a number', { ...dice, stake: 1 }, 'bad_request'],
    ['a target out of bounds', { ...dice, target: 99.5 }, 'bet_invalid'],
    ['a target with three decimals', { ...dice, target: 50.005 }, 'bet_invalid'],
    ['an unknown field', { ...dice, seed: 1 }, 'bad_request'],
    ['nothing', null, 'bad_request'],
  ])('a bet with %s', async (_case, bet, error) => {
    const session = await studio.join(player, gameOf('classic').gameId);
    const answer = await studio.play(session, { key: newKey(), bet: bet as EngineBet });
    expect(answer.body).toEqual({ error });
    expect(world.wallet.calls).toEqual(['authenticate']);
  });

  test('a request with no session, a wrong ticket, broken JSON, or an unknown game', async () => {
    const missing = await studio.call(STUDIO_API.play, { key: newKey(), bet: dice });
    expect(missing).toMatchObject({ status: 401, body: { error: 'session_expired' } });
    const ticket = await studio.call(STUDIO_API.session, { ticket: 'ticket-of-nobody', gameId: gameOf('classic').gameId });
    expect(ticket).toMatchObject({ status: 401, body: { error: 'session_expired' } });
    const broken = await studio.call(STUDIO_API.session, '{"ticket":');
    expect(broken).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    const game = await studio.call(STUDIO_API.session, { ticket: `ticket-of-${player}`, gameId: 'NO_SUCH_GAME' });
    expect(game).toMatchObject({ status: 404, body: { error: 'game_not_found' } });
    expect((await studio.call('/studio/api/nothing')).status).toBe(400);
  });

  test('a flood of plays of one session', async () => {
    const strict = await world.start({ policy: { playsPerSecond: 2 } });
    const session = await strict.join(player, gameOf('classic').gameId);
    // More than the limit refills in the seconds that a busy machine may need for them.
    const answers = await Promise.all(Array.from({ length: 60 }, () => strict.play(session, { key: newKey(), bet: dice })));
    expect(answers.map(({ body }) => body.error)).toContain('too_many_requests');
    await strict.close();
  });

  test.each([
    ['calls', { callsPerMinute: 3 }],
    ['guessed tickets', { sessionsPerMinute: 3 }],
  ])('a flood of %s from one address, with any content', async (_name, policy) => {
    const strict = await world.start({ policy });
    const openSessionFrom = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-client-address': address };
      const body = JSON.stringify({ ticket: newKey(), gameId: gameOf('classic').gameId });
      return (await fetch(strict.url + STUDIO_API.session, { method: 'POST', headers, body })).status;
    };
    const statuses: number[] = [];
    for (let time = 0; time < 5; time++) statuses.push(await openSessionFrom('203.0.113.7'));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(await openSessionFrom('203.0.113.8')).toBe(401);
    expect([
      await openSessionFrom('2001:db8::1'),
      await openSessionFrom('2001:db8::2'),
      await openSessionFrom('2001:db8::3'),
      await openSessionFrom('2001:db8::4'),
    ]).toEqual([401, 401, 401, 429]);
    await strict.close();
  });
});

describe('a wallet that does not answer', () => {
  test.each(['lost', 'broken'] as const)('that never got the bet (%s): the stake stays, a late bet is refused', async (fault) => {
    const session = await studio.join(player, gameOf('classic').gameId);
    world.wallet.fault = (operation) => (operation === 'bet' ? fault : undefined);
    const { body } = await studio.play(session, { key: newKey(), bet: dice });
    expect(body.round).toMatchObject({ status: 'refunded', payout: '0.0000' });
    expect(balance()).toBe(1_000_0000n);
    expect(world.wallet.calls).toEqual(['authenticate', 'status', 'rollback']);
  });

  test.each(['unanswered', 'garbled'] as const)('that took the bet (%s): it is settled, never sent twice', async (fault) => {
    const session = await studio.join(player, gameOf('classic').gameId);
    world.wallet.fault = (operation) => (operation === 'bet' ? fault : undefined);
    const { body } = await studio.play(session, { key: newKey(), bet: dice });
    expect(body.round.status).toBe('settled');
    expect(balance()).toBe(999_0000n + (parseWireAmount(body.round.payout) ?? 0n));
    expect(world.wallet.calls).toEqual(['authenticate', 'bet', 'status', 'win']);
  });

  test('that does not answer in time counts as silent', async () => {
    const hasty = await world.start({ policy: { walletDeadlineMs: 2_000, retryWindowMs: 20_000 } });
    const session = await hasty.join(player, gameOf('classic').gameId);
    world.wallet.fault = (operation) => (operation === 'bet' ? 'hanging' : undefined);
    const { body } = await hasty.play(session, { key: newKey(), bet: dice });
    expect(body.round.status).toBe('refunded');
    expect(balance()).toBe(1_000_0000n);
    await hasty.close();
  });

  test('that gets the bet after the round was cancelled refuses it', async () => {
    const session = await studio.join(player, gameOf('classic').gameId);
    world.wallet.fault = (operation) => (operation === 'bet' ? 'late' : undefined);
    const { body } = await studio.play(session, { key: newKey(), bet: dice });
    expect(body.round.status).toBe('refunded');
    world.wallet.releaseLate();
    expect(world.wallet.calls).toEqual(['authenticate', 'status', 'rollback', 'bet']);
    expect(balance()).toBe(1_000_0000n);
  });

  test.each(['win', 'status', 'rollback'] as const)('on %s: the page gets "pending", then the round ends automatically', async (silent) => {
    const session = await studio.join(player, gameOf('classic').gameId);
    let heals = false;
    world.wallet.fault = (operation) => {
      if (operation === 'bet' && silent === 'status') return 'unanswered';
      if (operation === 'bet' && silent === 'rollback') return 'lost';
      return operation === silent && !heals ? 'unanswered' : undefined;
    };
    const key = newKey();
    expect(await studio.play(session, { key, bet: dice })).toMatchObject({ status: 409, body: { error: 'round_pending' } });
    expect(await studio.play(session, { key: newKey(), bet: dice })).toMatchObject({ status: 409, body: { error: 'round_pending' } });
    const verify = await fetch(`${studio.url}/studio/verify/${(await world.rounds()).at(-1)?.id}`);
    expect(await verify.text()).not.toContain((await world.rounds()).at(-1)?.server_seed);
    heals = true;
    await allEnded();
    const reopened = await studio.join(player, gameOf('classic').gameId);
    expect(reopened.recovered?.status).toBe(silent === 'rollback' ? 'refunded' : 'settled');
    expect(parseWireAmount(reopened.balance)).toBe(balance());
    const expected = silent === 'rollback' ? 1_000_0000n : 999_0000n + (parseWireAmount(reopened.recovered?.payout) ?? 0n);
    expect(balance()).toBe(expected);
    expect((await studio.join(player, gameOf('classic').gameId)).recovered).toBeNull();
    const repeat = await studio.play(session, { key, bet: dice });
    expect(repeat.body.round).toEqual(reopened.recovered);
  });

  test('to the session call: no session without its answer', async () => {
    world.wallet.fault = () => 'lost';
    const answer = await studio.call(STUDIO_API.session, { ticket: `ticket-of-${player}`, gameId: gameOf('classic').gameId });
    expect(answer).toMatchObject({ status: 503, body: { error: 'wallet_unavailable' } });
  });
});
