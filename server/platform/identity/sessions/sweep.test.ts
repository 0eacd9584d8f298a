import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PayloadKey, sealPayload } from '../../../../shared/api/seal.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createPayloadKeys } from '../../base/payload-keys/payload-keys.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant } from '../../merchant/index.ts';
import { insertMember } from '../members/store.ts';
import { createSessions } from './sessions.ts';

const START = new Date('2026-11-21T12:00:00Z');
/** Advances only when the test moves it, so that a slow machine does not matter. */
const fixedClock = () => movableClock({ now: () => START });
let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const count = async (table: 'payload_nonce' | 'member_session' | 'payload_key' | 'remember_token') =>
  (await test.db.selectFrom(table).selectAll().execute()).length;

describe('sweeping', () => {
  it('keeps a nonce as long as its payload is acceptable', async () => {
    const clock = fixedClock();
    const keys = createPayloadKeys({ db: test.db, clock });
    const [key] = await keys.publicKeys();
    const payload = await sealPayload(key as PayloadKey, 'x', {}, clock.now().getTime() + 110_000);
    await keys.open('x', payload);
    clock.advance(229_000);
    await keys.sweep();
    await expect(keys.open('x', payload)).rejects.toMatchObject({ code: 'payload_replayed' });
    clock.advance(DAY_MS);
    await keys.sweep();
    expect(await count('payload_nonce')).toBe(0);
    await expect(keys.open('x', payload)).rejects.toMatchObject({ code: 'payload_expired' });
  });

  it('makes a new payload key each month, and opens with two', async () => {
    const clock = fixedClock();
    const keys = createPayloadKeys({ db: test.db, clock });
    const [old] = await keys.publicKeys();
    await keys.rotate();
    expect((await keys.publicKeys())[0]).toEqual(old);
    clock.advance(31 * DAY_MS);
    await keys.rotate();
    const [current, previous] = await keys.publicKeys();
    expect(current).not.toEqual(old);
    expect(previous).toEqual(old);
    const payload = await sealPayload(old as PayloadKey, 'x', 7, clock.now().getTime());
    expect(await keys.open('x', payload)).toBe(7);
  });

  it('removes sessions a week after their end', async () => {
    const clock = fixedClock();
    const sessions = createSessions({
      clock,
      hub: createEventHub(),
      merchant: 'lagoon',
      endPlay: async () => undefined,
      handPlayOn: async () => undefined,
    });
    const draft = { merchant: 'lagoon', account: 'sweeper', type: 0, currency: 'USD', passwordHash: 'x', ownPassword: true };
    const member = await insertMember(test.db, draft, clock.now());
    const { token } = await inTransaction(test.db, async (tx, afterCommit) => {
      await addMerchant(tx, 'lagoon', demoSettings());
      return sessions.open(tx, afterCommit, {
        memberId: member?.id ?? '',
        clientAddress: '',
        userAgent: '',
        country: null,
        deviceId: null,
        mayChange: false,
        rememberFamily: null,
      });
    });
    clock.advance(7 * DAY_MS);
    await sessions.sweep(test.db);
    expect(await count('member_session')).toBe(1);
    expect(await sessions.resolve(test.db, token)).toBeNull();
    clock.advance(DAY_MS + MINUTE_MS);
    await sessions.sweep(test.db);
    expect(await count('member_session')).toBe(0);
  });

  it('removes remember tokens at their end, used or not', async () => {
    const clock = fixedClock();
    const sessions = createSessions({
      clock,
      hub: createEventHub(),
      merchant: 'lagoon',
      endPlay: async () => undefined,
      handPlayOn: async () => undefined,
    });
    const draft = { merchant: 'lagoon', account: 'rememberer', type: 0, currency: 'USD', passwordHash: 'x', ownPassword: true };
    const member = await insertMember(test.db, draft, clock.now());
    const { family } = await inTransaction(test.db, (tx) => sessions.remember(tx, member?.id ?? ''));
    await inTransaction(test.db, (tx) => sessions.renew(tx, member?.id ?? '', family));
    clock.advance(DAY_MS - MINUTE_MS);
    await sessions.sweep(test.db);
    expect(await count('remember_token')).toBe(2);
    clock.advance(MINUTE_MS);
    await sessions.sweep(test.db);
    expect(await count('remember_token')).toBe(0);
  });
});
