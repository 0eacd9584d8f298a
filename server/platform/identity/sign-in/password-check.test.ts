import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MemberRow } from '../members/store.ts';
import type { SignInService } from './sign-in.ts';
import { countingPasswords, openStage, PASSWORD, type Stage } from './test-stage.ts';

const WRONG = 'wrong-password-1';

let test: TestDatabase;
let stage: Stage;
const { passwords, count } = countingPasswords();
beforeAll(async () => {
  test = await openTestDatabase();
  stage = await openStage(test.db, { passwords });
});
afterAll(() => test.close());

const stranger = (n = 0) => ({ deviceToken: null, clientAddress: `198.51.100.${n % 100}`, country: null });
const guess = (member: MemberRow, n = 0, by: SignInService = stage.signIn) => by.isPassword(member.account, member, WRONG, stranger(n));
/** Signs in once as the owner with a new browser. */
async function knownDevice(member: MemberRow): Promise<string> {
  const answer = await stage.call(sessionLogin, { username: member.account, password: PASSWORD });
  return answer.value?.deviceToken ?? '';
}
async function checksOf(work: () => Promise<unknown>): Promise<number> {
  const before = count.checks;
  await work();
  return count.checks - before;
}

/** Each is flushed to disk on PostgreSQL, where the races below can happen. */
const guessesOn = () => (test.engine === 'embedded' ? 10_000 : 1_000);

describe('ten thousand guesses from a hundred addresses within half an hour', () => {
  it('cause three comparisons, while the owner signs in on a known device', async () => {
    const owner = await stage.addMember();
    const deviceToken = await knownDevice(owner);
    let guessed = 0;
    const guesses = async () => {
      // Eight at once: more would be refused before they are counted.
      for (let n = 0; n < guessesOn(); n += 8) {
        const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => guess(owner, n + at)));
        guessed += answers.filter(Boolean).length;
        stage.clock.advance((30 * MINUTE_MS) / (guessesOn() / 8 + 1));
      }
    };
    expect(await checksOf(guesses)).toBe(3);
    expect(guessed).toBe(0);
    const login = (token: string | null) =>
      stage.call(sessionLogin, { username: owner.account, password: PASSWORD, challenge: 'solved' }, { deviceToken: token });
    expect((await login(null)).code).toBe('wrong_credentials');
    expect((await login(deviceToken)).success).toBe(true);
    // The owner's sign-in has not unlocked the others.
    expect(await checksOf(() => guess(owner))).toBe(0);
  });
});

describe('several processes on one database', () => {
  it('never check more than the allowed number together', async () => {
    const [one, other] = [stage.process(), stage.process()];
    for (let round = 0; round < 10; round += 1) {
      const member = await stage.addMember();
      const race = () => Promise.all([one, other].flatMap((process) => Array.from({ length: 10 }, (_, n) => guess(member, n, process))));
      expect(await checksOf(race)).toBe(3);
    }
  });

  it('accept the correct password when a slot is free', async () => {
    const member = await stage.addMember();
    const answers = await Promise.all(
      [stage.process(), stage.process()].map((process) => process.isPassword(member.account, member, PASSWORD, stranger())),
    );
    expect(answers).toEqual([true, true]);
    expect(await stage.signIn.failures(member.account, member, stranger())).toBe(0);
  });
});

describe('the lane of a known device', () => {
  it('has its own limit', async () => {
    const owner = await stage.addMember();
    const deviceToken = await knownDevice(owner);
    const fromDevice = () => stage.signIn.isPassword(owner.account, owner, WRONG, { ...stranger(), deviceToken });
    const many = async () => {
      for (let n = 0; n < 6; n += 1) await fromDevice();
    };
    expect(await checksOf(many)).toBe(3);
    expect(await stage.signIn.isPassword(owner.account, owner, PASSWORD, stranger())).toBe(true);
  });

  it('is of one member only, and needs the very token', async () => {
    const [owner, attacker] = [await stage.addMember(), await stage.addMember()];
    const token = await knownDevice(attacker);
    for (let n = 0; n < 3; n += 1) await guess(owner);
    for (const deviceToken of [token, 'A'.repeat(43), ''])
      expect(await checksOf(() => stage.signIn.isPassword(owner.account, owner, PASSWORD, { ...stranger(), deviceToken }))).toBe(0);
  });
});

describe('a try', () => {
  it('does the work of a check for names that are unknown, blocked or locked', async () => {
    const [blocked, locked] = [await stage.addMember(), await stage.addMember()];
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', blocked.id).execute();
    for (let n = 0; n < 3; n += 1) await guess(locked);
    const tries: readonly [string, MemberRow | undefined][] = [
      ['nobody-at-all', undefined],
      [blocked.account, await stage.member(blocked.id)],
      [locked.account, locked],
    ];
    for (const [name, member] of tries) {
      const before = { ...count };
      expect(await stage.signIn.isPassword(name, member, PASSWORD, stranger())).toBe(false);
      expect({ ...count }).toEqual({ checks: before.checks, verified: before.verified + 1 });
    }
  });

  it('that fails is added to the member’s history, with the lock, and not during a lock', async () => {
    const member = await stage.addMember();
    for (let n = 0; n < 5; n += 1) await guess(member);
    expect(await stage.events(member.id)).toEqual(['sign_in_failed', 'sign_in_failed', 'locked']);
  });

  it('of the right password clears the lane', async () => {
    const member = await stage.addMember();
    await guess(member);
    await guess(member);
    expect(await stage.signIn.isPassword(member.account, member, PASSWORD, stranger())).toBe(true);
    expect(await checksOf(async () => [await guess(member), await guess(member)])).toBe(2);
  });

  it('follows the rules of the merchant', async () => {
    await stage.change((settings) => Object.assign(settings.access, { lockFailures: 5, lockMinutes: 10 }));
    const member = await stage.addMember();
    const many = async () => {
      for (let n = 0; n < 8; n += 1) await guess(member);
    };
    expect(await checksOf(many)).toBe(5);
    stage.clock.advance(10 * MINUTE_MS);
    expect(await stage.signIn.isPassword(member.account, member, PASSWORD, stranger())).toBe(true);
    await stage.change((settings) => Object.assign(settings.access, { lockFailures: 3, lockMinutes: 30 }));
  });

  it('above the queue limit of its name is refused before it is counted', async () => {
    const member = await stage.addMember();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => guess(member)));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    // Ten wait at once; later ones are accepted when some have finished.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    for (const { reason } of refused) expect(reason).toEqual(new Refusal('server_busy'));
  });
});
