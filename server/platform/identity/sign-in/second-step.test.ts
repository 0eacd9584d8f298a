import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionLogin, stepSend, stepState, stepVerify } from '../../../../shared/api/sign-in/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import type { MemberRow } from '../members/store.ts';
import { openStage, PASSWORD, RIGHT_CODE, type Stage } from './test-stage.ts';

const TOTP = { totp: true, recoveryCodesLeft: 8, passkeys: 1 };
const AWAY = '198.51.100.9';

let test: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  test = await openTestDatabase();
});
beforeEach(async () => {
  stage = await openStage(test.db);
});
afterAll(() => test.close());

async function ticketOf(member: MemberRow, form: object = {}, clientAddress = AWAY): Promise<string> {
  const answer = await stage.call(sessionLogin, { username: member.account, password: PASSWORD, ...form }, { clientAddress });
  return answer.value?.verification?.ticket ?? '';
}
async function withTotp(): Promise<MemberRow> {
  const member = await stage.addMember();
  stage.held.set(member.id, TOTP);
  return member;
}
/** A member who has signed in from home before and has a verified mailbox. */
async function traveller(): Promise<MemberRow> {
  const member = await stage.verifyContact(await stage.addMember(), 'email', `${Math.random()}@example.com`);
  expect(await ticketOf(member, {}, '203.0.113.1')).toBe('');
  return stage.member(member.id);
}
const verify = (ticket: string | null, method: string, proof: string, from: object = {}) =>
  stage.call(stepVerify, { method, proof }, { ticket, clientAddress: AWAY, ...from });

describe('the second step', () => {
  it.each(['totp', 'recovery', 'passkey'])('may be %s', async (method) => {
    const member = await withTotp();
    const ticket = await ticketOf(member, { remember: true });
    const answer = await verify(ticket, method, ` ${method} of ${member.id} `);
    expect(answer).toMatchObject({ success: true, value: { member: { id: member.id }, remember: { token: 'R'.repeat(43) } } });
    expect(await stage.sessions.resolve(test.db, answer.value?.token ?? '')).toMatchObject({ memberId: member.id });
  });

  it('may be a code, which counts for this ticket only', async () => {
    const member = await traveller();
    const [ticket, other] = [await ticketOf(member), await ticketOf(member)];
    expect(await stage.call(stepSend, { method: 'email' }, { ticket })).toEqual({
      success: true,
      value: { expiredMinutes: 5, waitSeconds: 60 },
    });
    expect(stage.sent).toMatchObject([
      { purpose: 'step', channel: 'email', binding: hashOfToken(ticket), memberId: member.id, deliver: true },
    ]);
    expect((await verify(other, 'email', RIGHT_CODE)).code).toBe('step_failed');
    expect((await verify(ticket, 'email', RIGHT_CODE)).success).toBe(true);
  });

  it('makes the network and the device known', async () => {
    const member = await traveller();
    const ticket = await ticketOf(member);
    await stage.call(stepSend, { method: 'email' }, { ticket });
    const { value } = await verify(ticket, 'email', RIGHT_CODE);
    expect(await ticketOf(member)).toBe('');
    const again = await stage.call(
      sessionLogin,
      { username: member.account, password: PASSWORD },
      { clientAddress: AWAY, deviceToken: value?.deviceToken ?? '' },
    );
    expect([value?.deviceToken?.length, again.value?.deviceToken]).toEqual([43, '']);
  });

  it('keeps the requirement of a new password', async () => {
    const member = await stage.addMember({ password: '123456' });
    stage.held.set(member.id, TOTP);
    const ticket = await ticketOf(member, { password: '123456' });
    expect(await verify(ticket, 'totp', `totp of ${member.id}`)).toMatchObject({ value: { mustChangePassword: true } });
  });

  it('accepts the named methods only', async () => {
    const member = await stage.verifyContact(await withTotp(), 'email', 'sailor@example.com');
    const ticket = await ticketOf(member);
    expect(await stage.call(stepSend, { method: 'email' }, { ticket })).toMatchObject({ code: 'bad_request' });
    expect((await verify(ticket, 'email', RIGHT_CODE)).code).toBe('step_failed');
    const homeless = await ticketOf(await traveller());
    expect((await verify(homeless, 'totp', 'anything')).code).toBe('step_failed');
  });

  it('refuses proofs of other members', async () => {
    const [member, other] = [await withTotp(), await withTotp()];
    expect((await verify(await ticketOf(member), 'totp', `totp of ${other.id}`)).code).toBe('step_failed');
    expect(await stage.events(member.id)).toEqual(['second_step_failed']);
  });
});

describe('a ticket', () => {
  it('works once, also for two concurrent calls', async () => {
    const member = await withTotp();
    const ticket = await ticketOf(member);
    const answers = await Promise.all([1, 2, 3].map(() => verify(ticket, 'totp', `totp of ${member.id}`)));
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['ok', 'step_expired', 'step_expired']);
    expect((await verify(ticket, 'totp', `totp of ${member.id}`)).code).toBe('step_expired');
    const sessions = await test.db.selectFrom('member_session').select('id').where('member_id', '=', member.id).execute();
    expect(sessions).toHaveLength(1);
  });

  it('allows five tries, also concurrent ones', async () => {
    const member = await withTotp();
    const ticket = await ticketOf(member);
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(ticket, 'totp', 'guess')));
    expect(answers.filter(({ code }) => code === 'step_failed')).toHaveLength(5);
    expect((await verify(ticket, 'totp', `totp of ${member.id}`)).code).toBe('step_expired');
    expect((await stage.call(stepState, undefined, { ticket })).code).toBe('step_expired');
  });

  it('lasts ten minutes', async () => {
    const member = await withTotp();
    const [early, late] = [await ticketOf(member), await ticketOf(member)];
    stage.clock.advance(10 * MINUTE_MS - 1);
    expect((await verify(early, 'totp', `totp of ${member.id}`)).success).toBe(true);
    stage.clock.advance(1);
    for (const answer of [
      await verify(late, 'totp', `totp of ${member.id}`),
      await stage.call(stepState, undefined, { ticket: late }),
      await stage.call(stepSend, { method: 'email' }, { ticket: late }),
    ])
      expect(answer.code).toBe('step_expired');
    await stage.signIn.sweep();
    expect(await test.db.selectFrom('pending_sign_in').select('reason').where('member_id', '=', member.id).execute()).toEqual([]);
  });

  it('ends with the password and with the account', async () => {
    const [changed, blocked] = [await withTotp(), await withTotp()];
    const tickets = [await ticketOf(changed), await ticketOf(blocked)] as const;
    stage.clock.advance(1);
    await test.db.updateTable('member').set({ password_changed_at: stage.clock.now() }).where('id', '=', changed.id).execute();
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', blocked.id).execute();
    expect((await verify(tickets[0], 'totp', `totp of ${changed.id}`)).code).toBe('step_expired');
    expect((await verify(tickets[1], 'totp', `totp of ${blocked.id}`)).code).toBe('step_expired');
  });

  it('is no session', async () => {
    const ticket = await ticketOf(await withTotp());
    expect(await stage.sessions.resolve(test.db, ticket)).toBeNull();
  });

  it.each([null, '', 'A'.repeat(43)])('that is unknown opens nothing: %j', async (ticket) => {
    for (const answer of [
      await verify(ticket, 'totp', 'x'),
      await stage.call(stepState, undefined, { ticket }),
      await stage.call(stepSend, { method: 'sms' }, { ticket }),
    ])
      expect(answer.code).toBe('step_expired');
  });

  it('of a registration has no second step', async () => {
    const ticket = 'B'.repeat(43);
    const now = stage.clock.now();
    await test.db
      .insertInto('pending_sign_in')
      .values({
        ticket_hash: hashOfToken(ticket),
        member_id: null,
        reason: 'registration',
        detail: '',
        created_at: now,
        expires_at: new Date(now.getTime() + MINUTE_MS),
        ended_at: null,
      })
      .execute();
    expect((await verify(ticket, 'totp', 'x')).code).toBe('step_expired');
    expect((await stage.call(stepSend, { method: 'sms' }, { ticket })).code).toBe('step_expired');
    expect(await stage.call(stepState, undefined, { ticket })).toMatchObject({
      value: { verification: { reason: 'registration', methods: [], ticket: '' } },
    });
  });
});

it('returns the methods and masked contacts as its state, without the ticket', async () => {
  const member = await stage.verifyContact(await traveller(), 'sms', '+66812345678');
  const ticket = await ticketOf(member);
  const { value } = await stage.call(stepState, undefined, { ticket });
  expect(value?.verification).toEqual({
    ticket: '',
    reason: 'unregistered_address',
    methods: ['sms', 'email'],
    mobile: '•••• 5678',
    email: expect.stringMatching(/^0•••@e•••\.com$/),
    expiresAt: new Date(stage.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
  });
});
