import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { STUDIO_GAMES } from '../../../../shared/games/games.ts';
import { SEAMLESS_PREFIX, type SeamlessAnswer, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { signRequest } from '../../base/signature.ts';
import { sessionsOf } from '../../identity/sessions/test-member.ts';
import { testProof } from '../../identity/verification/test-human.ts';
import { STUDIO_PROVIDER } from '../../index.ts';
import { openTestPlatform, TEST_SECRET, type TestPlatform } from '../../test-platform.ts';

const byId = (id: string) => callById(id) as AnyCall;
const gameId = STUDIO_GAMES[0]?.gameId ?? '';
const PASSWORD = 'calm-tide-9';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

async function vendor(operation: string, body: object): Promise<SeamlessAnswer> {
  const raw = JSON.stringify(body);
  const timestamp = String(test.clock.now().getTime());
  const path = `${SEAMLESS_PREFIX}/${STUDIO_PROVIDER}/${operation}`;
  const sent = test.request('POST', path).set('Content-Type', 'application/json');
  return (
    await sent
      .set(TIMESTAMP_HEADER, timestamp)
      .set(SIGNATURE_HEADER, signRequest(TEST_SECRET, { method: 'POST', path, timestamp, body: raw }))
      .send(raw)
  ).body;
}

async function ticketOf(token: string): Promise<string> {
  const launched = await test.call(byId('games.launch'), { token, body: { gameId } });
  return new URL(launched.body.value.game_url, 'http://portal.test').searchParams.get('ticket') ?? '';
}

async function newMember(): Promise<{ username: string; token: string; deviceToken: string }> {
  const username = `skipper${randomUUID().slice(0, 6)}`;
  const body = { username, password: PASSWORD, agreed: true, ...(await testProof(test, 'register')) };
  const answer = await test.call(byId('member.register'), { body });
  const { token, deviceToken } = answer.body.value;
  return { username, token, deviceToken };
}

const resolveToken = (token: string) => sessionsOf(test).resolve(test.db, token);

const ENDINGS: readonly [string, (member: { username: string; token: string }) => Promise<unknown>][] = [
  ['signing out', ({ token }) => test.call(byId('session.logout'), { token, body: {} })],
  [
    'ending every session, as another password by a code does',
    async ({ token }) => {
      const { memberId } = (await resolveToken(token)) ?? {};
      if (!memberId) throw new Error('no such session');
      await inTransaction(test.db, (tx, afterCommit) => sessionsOf(test).end(tx, afterCommit, memberId, { except: null }));
    },
  ],
];

it.each(ENDINGS)('%s ends the stakes of games that are open, and tickets not yet used', async (_name, end) => {
  const member = await newMember();
  const other = await newMember();
  const unused = await ticketOf(member.token);
  const play = await vendor('authenticate', { ticket: await ticketOf(member.token), gameId });
  const othersPlay = await vendor('authenticate', { ticket: await ticketOf(other.token), gameId });
  expect([play.status, othersPlay.status]).toEqual(['OK', 'OK']);
  await end(member);
  const bet = { transactionId: randomUUID(), roundId: randomUUID(), gameId, player: play.player, currency: 'USD', amount: '10000' };
  expect((await vendor('bet', { ...bet, token: play.token })).status).toBe('TOKEN_EXPIRED');
  expect((await vendor('authenticate', { ticket: unused, gameId })).status).toBe('TOKEN_EXPIRED');
  expect((await vendor('balance', { token: othersPlay.token })).status).toBe('OK');
});

/** One browser more of the member, with a game that is open, a ticket not used yet, and one more game of the first browser. */
async function secondBrowser({ username, token }: { username: string; token: string }) {
  const answer = await test.call(byId('session.login'), { body: { username, password: PASSWORD, remember: true } });
  const second = answer.body.value as { token: string; remember: { token: string } };
  const play = async (session: string): Promise<string> =>
    (await vendor('authenticate', { ticket: await ticketOf(session), gameId })).token ?? '';
  return { second, first: await play(token), other: await play(second.token), unused: await ticketOf(second.token) };
}
const standing = async (...tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await vendor('balance', { token })).status));

it('signing out in one browser leaves the games of another one open', async () => {
  const member = await newMember();
  const { first, other, unused, second } = await secondBrowser(member);
  await test.call(byId('session.logout'), { token: member.token, body: {} });
  expect(await standing(first, other)).toEqual(['TOKEN_EXPIRED', 'OK']);
  expect((await vendor('authenticate', { ticket: unused, gameId })).status).toBe('OK');
  await test.call(byId('session.logout'), { token: second.token, body: {} });
  expect(await standing(first, other)).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED']);
});

it('ending all other sessions leaves the games of this one open, a new password ends those of every browser but this', async () => {
  const member = await newMember();
  const { first, other, unused } = await secondBrowser(member);
  await test.call(byId('session.end'), { token: member.token, body: { id: 'others' } });
  expect(await standing(first, other)).toEqual(['OK', 'TOKEN_EXPIRED']);
  expect((await vendor('authenticate', { ticket: unused, gameId })).status).toBe('TOKEN_EXPIRED');
  const again = await secondBrowser(member);
  const body = { oldPassword: PASSWORD, newPassword: 'deep-water-4', confirmNewPassword: 'deep-water-4' };
  expect((await test.call(byId('member.password'), { token: member.token, body })).body.success).toBe(true);
  expect(await standing(again.first, again.other)).toEqual(['OK', 'TOKEN_EXPIRED']);
});

it('a session that another one of its browser stands in for hands its games on', async () => {
  const member = await newMember();
  const { first, other, unused, second } = await secondBrowser(member);
  const renewed = (await test.call(byId('session.remembered'), { token: second.remember.token })).body.value;
  expect((await vendor('authenticate', { ticket: unused, gameId })).status).toBe('OK');
  await test.call(byId('session.logout'), { token: member.token, body: {} });
  expect(await standing(first, other)).toEqual(['TOKEN_EXPIRED', 'OK']);
  await test.call(byId('session.logout'), { token: renewed.token, body: {} });
  expect(await standing(other)).toEqual(['TOKEN_EXPIRED']);
});

it('a ticket that was on its way at the logout opens nothing', async () => {
  const member = await newMember();
  const ticket = await ticketOf(member.token);
  const [{ expires_at }] = (await test.db
    .selectFrom('vendor_ticket')
    .select('expires_at')
    .orderBy('expires_at', 'desc')
    .limit(1)
    .execute()) as [{ expires_at: Date }];
  await test.call(byId('session.logout'), { token: member.token, body: {} });
  // As one that was written after the logout had looked for tickets.
  await test.db.updateTable('vendor_ticket').set({ expires_at }).where('hash', '=', hashOfToken(ticket)).execute();
  expect((await vendor('authenticate', { ticket, gameId })).status).toBe('TOKEN_EXPIRED');
});

const exclude = async ({ username, token }: { username: string; token: string }) => {
  const body = { length: 'ever', agreed: true, typedName: username };
  expect((await test.call(byId('protection.exclude'), { token, body })).body.success).toBe(true);
};

const RESTS: readonly [string, (member: { username: string; token: string }) => Promise<unknown>][] = [
  ['an exclusion', exclude],
  ['a time-out', ({ token }) => test.call(byId('protection.timeOut'), { token, body: { length: '24h', agreed: true } })],
  [
    'a lock by the house',
    ({ username }) => test.db.updateTable('member').set({ status: 'blocked' }).where('account', '=', username).execute(),
  ],
];

it.each(RESTS)('%s is reported to a vendor that requests the balance of an open game', async (_name, end) => {
  const member = await newMember();
  const { token } = await vendor('authenticate', { ticket: await ticketOf(member.token), gameId });
  expect((await vendor('balance', { token })).status).toBe('OK');
  await end(member);
  expect((await vendor('balance', { token })).status).toBe('PLAYER_BLOCKED');
});

it('an exclusion stops free play that is open in the same browser', async () => {
  const member = await newMember();
  const headers = { 'X-Device-Token': member.deviceToken };
  const body = { os: 'Linux', platform: 'W', random: randomUUID(), gatewayVersion: 3, ...(await testProof(test, 'freeplay')) };
  const trial = (await test.call(byId('session.freePlay'), { body, headers })).body.value;
  const { token, player, currency } = await vendor('authenticate', { ticket: await ticketOf(trial.token), gameId });
  const bet = (transactionId: string) =>
    vendor('bet', { token, transactionId, roundId: transactionId, gameId, player, currency, amount: '10000' });
  const before = randomUUID();
  expect([(await bet(before)).status, (await vendor('balance', { token })).status]).toEqual(['OK', 'OK']);
  await exclude(member);
  expect([(await bet(randomUUID())).status, (await vendor('balance', { token })).status]).toEqual(['PLAYER_BLOCKED', 'PLAYER_BLOCKED']);
  const win = { transactionId: randomUUID(), betTransactionId: before, roundId: before, gameId, player, currency, amount: '20000' };
  expect((await vendor('win', win)).status).toBe('OK');
});
