import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchGame } from '../../../../shared/api/games/calls.ts';
import { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { createSecrets } from '../../base/secrets.ts';
import { signRequest } from '../../base/signature.ts';
import { createWallet, memberLegs } from '../../ledger/index.ts';
import { createTurnover } from '../../money/turnover/index.ts';
import { openTestPlatform, TEST_DATA_KEY, TEST_SECRET, type TestPlatform } from '../../test-platform.ts';
import { flowsOf } from './flows.ts';
import { createOpponents } from './opponents.ts';

const GAME = 'JADE_THIRTEEN_TIDES';
const secrets = createSecrets(TEST_DATA_KEY);
const UNIT = 10_000n;
const [HOME, ELSEWHERE] = ['8.8.4.4', '9.9.9.9'];
const [PHONE, LAPTOP] = ['Mozilla/5.0 (phone)', 'Mozilla/5.0 (laptop)'];

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

interface Seat {
  readonly memberId: string;
  readonly account: string;
  readonly player: string;
  readonly token: string;
  readonly links: readonly string[];
  readonly deviceToken: string;
}
interface Browser {
  readonly address?: string;
  readonly userAgent?: string;
  readonly deviceToken?: string;
}

async function callVendor(operation: string, body: object): Promise<SeamlessAnswer> {
  const [path, text] = [`/seamless/studio/${operation}`, JSON.stringify(body)];
  const timestamp = String(test.clock.now().getTime());
  const signature = signRequest(TEST_SECRET, { method: 'POST', path, timestamp, body: text });
  const headers = { 'Content-Type': 'application/json', 'X-Timestamp': timestamp, 'X-Signature': signature };
  return (await supertest(test.url).post(path).set(headers).send(text)).body as SeamlessAnswer;
}

/** A new member with 1,000.00 who signs in with a browser and opens the card room. */
async function seat(browser: Browser = {}): Promise<Seat> {
  const [memberId, account] = [randomUUID(), `seat${randomUUID().slice(0, 8)}`];
  const own = { id: memberId, account, account_key: account, mobile: null, mobile_key: null, mobile_verified_at: null };
  const changed = JSON.stringify({ ...own, email: null, email_key: null, email_verified_at: null });
  await sql`insert into member select (jsonb_populate_record(m, ${changed}::jsonb)).* from member m where m.account = 'demo01'`.execute(
    test.db,
  );
  await openWallet(memberId);
  return openRoom({ memberId, account }, browser);
}

async function openRoom(member: Pick<Seat, 'memberId' | 'account'>, browser: Browser): Promise<Seat> {
  const { address = HOME, userAgent = PHONE, deviceToken } = browser;
  const { memberId, account } = member;
  const headers = { 'X-Client-Address': address, 'User-Agent': userAgent, ...(deviceToken && { 'X-Device-Token': deviceToken }) };
  const { body } = await test.call(sessionLogin, { body: { username: account, password: test.demo.member.password }, headers });
  const launched = await test.call(launchGame, { token: body.value.token, headers, body: { gameId: GAME } });
  const ticket = new URL(launched.body.value.game_url, 'http://game').searchParams.get('ticket');
  const { player = '', token = '', links = [] } = await callVendor('authenticate', { ticket, gameId: GAME });
  return { memberId, account, player, token, links, deviceToken: body.value.deviceToken };
}

async function openWallet(memberId: string): Promise<void> {
  const wallet = createWallet({ clock: test.clock, hub: test.hub });
  await wallet.openMember(test.db, { memberId, currency: 'USD', realm: 'real' });
  const legs = memberLegs(memberId, 'opening', 1_000n * UNIT);
  await wallet.transfer(test.db, { reference: `fund:${memberId}`, kind: 'adjustment', currency: 'USD', realm: 'real', memberId, legs });
}

const idsOf = (participant: Seat, hand: string) => ({
  player: participant.player,
  roundId: `${hand}-${participant.player.slice(-6)}`,
  gameId: GAME,
});
async function bet(participant: Seat, hand: string, stake: bigint): Promise<string> {
  const ids = idsOf(participant, hand);
  const body = {
    ...ids,
    token: participant.token,
    transactionId: `${ids.roundId}-b`,
    currency: 'USD',
    amount: String(stake),
    contestId: hand,
  };
  const { status, message } = await callVendor('bet', body);
  return message === undefined ? status : `${status} ${message}`;
}
async function win(participant: Seat, hand: string, prize: bigint): Promise<string> {
  const ids = idsOf(participant, hand);
  const body = { ...ids, transactionId: `${ids.roundId}-w`, betTransactionId: `${ids.roundId}-b`, currency: 'USD' };
  return (await callVendor('win', { ...body, amount: String(prize), endRound: true })).status;
}
/** One hand that the first player loses to the second; false if it was refused. */
async function lose(from: Seat, to: Seat, stake: bigint): Promise<string> {
  const hand = `h${randomUUID().slice(0, 12)}`;
  for (const one of [from, to]) {
    const statuses = await bet(one, hand, stake);
    if (statuses !== 'OK') return statuses.replace(/: .*/, '');
  }
  expect(await win(from, hand, 0n)).toBe('OK');
  expect(await win(to, hand, (2n * stake * 39n) / 40n)).toBe('OK');
  return 'OK';
}
const turnover = (participant: Seat) => createTurnover({ clock: test.clock }).state(test.db, participant.memberId);
const common = (one: Seat, other: Seat) => one.links.filter((link) => other.links.includes(link)).length;

describe('two accounts of one person', () => {
  it('are linked by the browser and cannot move 150.00 in a card room', async () => {
    const loser = await seat();
    const winner = await seat({ address: ELSEWHERE, userAgent: LAPTOP, deviceToken: loser.deviceToken });
    expect(common(loser, winner)).toBe(1);
    expect(await lose(loser, winner, 50n * UNIT)).toBe('LIMIT_REACHED linked_players');
  });

  it('are linked by their address at home, and by the payout account', async () => {
    const [one, other] = [await seat({ address: '1.1.1.1' }), await seat({ address: '1.1.1.1', userAgent: LAPTOP })];
    expect(common(one, other)).toBe(1);
    expect(await lose(one, other, UNIT)).toBe('LIMIT_REACHED linked_players');

    const [paid, away] = [await seat({ address: '1.0.0.1' }), await seat({ address: ELSEWHERE, userAgent: LAPTOP })];
    for (const { memberId } of [paid, away])
      await test.db
        .insertInto('member_trait')
        .values({ member_id: memberId, kind: 'payout', key: 'same', seen_at: test.clock.now() })
        .execute();
    expect(await lose(paid, away, UNIT)).toBe('LIMIT_REACHED linked_players');
  });

  it('are linked by an address for thirty days', async () => {
    const [before, after] = [await seat({ address: '1.2.2.1' }), await seat({ address: '9.9.9.1', userAgent: LAPTOP })];
    test.clock.advance(31 * DAY_MS);
    const [late, known] = [await seat({ address: '1.2.2.1', userAgent: LAPTOP }), createOpponents({ clock: test.clock, secrets })];
    expect(await known.shared(test.db, before.memberId, late.memberId)).toEqual([]);
    await openRoom(after, { address: '1.2.2.1', userAgent: LAPTOP });
    expect(await known.shared(test.db, after.memberId, late.memberId)).toEqual(['network']);
  });

  it('of one member are refused in one contest, with or without stored links', async () => {
    const one = await seat({ address: '10.0.0.8' });
    await test.db.deleteFrom('member_trait').where('member_id', '=', one.memberId).execute();
    const hand = `h${randomUUID().slice(0, 12)}`;
    expect(await bet(one, hand, UNIT)).toBe('OK');
    const ids = { player: one.player, roundId: `${hand}-again`, gameId: GAME };
    const body = { ...ids, token: one.token, transactionId: `${ids.roundId}-b`, currency: 'USD', amount: String(UNIT), contestId: hand };
    expect((await callVendor('bet', body)).message).toMatch(/^linked_players: /);
  });

  it('of different vendors get different names for the same link, and no name contains its value', async () => {
    const { memberId, links } = await seat();
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatch(/^[\w-]{43}$/);
    const { tokens } = createOpponents({ clock: test.clock, secrets });
    const [own, others] = [await tokens(test.db, 'studio', memberId), await tokens(test.db, 'nova', memberId)];
    expect(own).toHaveLength(others.length);
    expect(own.filter((name) => others.includes(name))).toEqual([]);
  });
});

describe('strangers', () => {
  it('behind the address of a carrier play each other, unless they use the same browser as well', async () => {
    const crowd = [];
    for (let index = 0; index < 9; index++) crowd.push(await seat({ address: '5.5.5.5', userAgent: `Mozilla/5.0 (${index})` }));
    const [one, other] = [await seat({ address: '5.5.5.5', userAgent: 'a' }), await seat({ address: '5.5.5.5', userAgent: 'b' })];
    expect(common(one, other)).toBe(0);
    expect(await lose(one, other, UNIT)).toBe('OK');
    const same = await seat({ address: '5.5.5.5', userAgent: 'b' });
    expect(common(same, other)).toBe(1);
  });

  it('at private addresses are not linked: such an address is the one of a proxy', async () => {
    const [one, other] = [await seat({ address: '10.0.0.7' }), await seat({ address: '10.0.0.7' })];
    expect(common(one, other)).toBe(0);
  });

  it('cannot lose more than twenty stakes to one another in a day, and may again the day after', async () => {
    const [from, to] = [await seat({ address: '4.4.4.1' }), await seat({ address: '4.4.4.2' })];
    const ends: string[] = [];
    for (let hand = 0; hand < 23; hand++) ends.push(await lose(from, to, UNIT));
    // A winner gets 0.95 of a lost stake: 20 hands give 19.00, and the next one would reach 20.00.
    expect(ends.filter((end) => end === 'OK')).toHaveLength(21);
    expect(ends.at(-1)).toBe('LIMIT_REACHED pair_limit');
    // The winner may lose it again, but may not start a hand that would exceed the other's limit.
    expect(await lose(to, from, UNIT)).toBe('LIMIT_REACHED pair_limit');
    test.clock.advance(25 * HOUR_MS);
    expect(await lose(await openRoom(from, { address: '4.4.4.1' }), await openRoom(to, { address: '4.4.4.2' }), UNIT)).toBe('OK');
  });

  it('who win get a turnover requirement on the whole prize, so it cannot be withdrawn at once', async () => {
    const [from, to] = [await seat({ address: '4.4.5.1' }), await seat({ address: '4.4.5.2' })];
    for (let hand = 0; hand < 3; hand++) expect(await lose(from, to, 50n * UNIT)).toBe('OK');
    // 142.50 won with own stakes of 150.00; stakes of later hands count for the prizes of earlier ones.
    const { locked, left } = await turnover(to);
    expect(left).toBe(3n * 975_000n - 2n * 500_000n);
    expect(locked).toBeGreaterThanOrEqual(1_425_000n);
    expect(await turnover(from)).toMatchObject({ locked: 0n, left: 0n });
  });

  it('get their stakes back from a hand that is not played, without a winner', async () => {
    const [one, other] = [await seat({ address: '4.4.6.1' }), await seat({ address: '4.4.6.2' })];
    const hand = `h${randomUUID().slice(0, 12)}`;
    for (const participant of [one, other]) expect(await bet(participant, hand, UNIT)).toBe('OK');
    for (const participant of [one, other]) {
      const ids = idsOf(participant, hand);
      const body = { ...ids, transactionId: `${ids.roundId}-r`, betTransactionId: `${ids.roundId}-b` };
      expect((await callVendor('rollback', body)).status).toBe('OK');
    }
    expect(await turnover(one)).toMatchObject({ locked: 0n, left: 0n });
    expect(await test.db.selectFrom('contest_flow').select('units').where('contest_id', '=', hand).execute()).toEqual([]);
  });

  it('who enter concurrently see each other', async () => {
    const [one, other] = [await seat({ address: '4.4.7.1' }), await seat({ address: '4.4.7.1', userAgent: LAPTOP })];
    const hand = `h${randomUUID().slice(0, 12)}`;
    const statuses = await Promise.all([bet(one, hand, UNIT), bet(other, hand, UNIT)]);
    expect(statuses.map((status) => status.replace(/: .*/, '')).sort()).toEqual(['LIMIT_REACHED linked_players', 'OK']);
  });
});

it('a contest is named for games between players only', async () => {
  const participant = await seat({ address: '4.4.8.1' });
  const body = {
    player: participant.player,
    roundId: 'r-not-pvp',
    gameId: 'NOVA_COMET_DICE',
    token: participant.token,
    transactionId: 'b-not-pvp',
  };
  expect((await callVendor('bet', { ...body, currency: 'USD', amount: '100', contestId: 'c' })).status).toBe('GAME_NOT_FOUND');
});

it('attributes winners’ gains to losers in proportion to their losses, less the rake', () => {
  const ended = [
    { memberId: 'a', net: -300n },
    { memberId: 'b', net: -100n },
    { memberId: 'c', net: 380n },
    { memberId: 'd', net: 0n },
  ];
  expect(flowsOf(ended)).toEqual([
    { from: 'a', to: 'c', units: 285n },
    { from: 'b', to: 'c', units: 95n },
  ]);
  expect(flowsOf([{ memberId: 'a', net: -1n }])).toEqual([]);
});
