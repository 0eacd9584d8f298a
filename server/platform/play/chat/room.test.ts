import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { Refusal } from '../../base/refusal.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { insertMember } from '../../identity/members/store.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, saveSettings } from '../../merchant/index.ts';
import { type ChatRoom, createChatRoom } from './room.ts';

const MERCHANT = 'lagoon';

/** Advances only in the steps of a test. */
const clock = movableClock({ now: () => new Date('2026-11-21T12:00:00Z') });
let test: TestDatabase;
let room: ChatRoom;
let names = 0;
let references = 0;
beforeAll(async () => {
  test = await openTestDatabase();
  await addMerchant(test.db, MERCHANT, demoSettings());
  room = createChatRoom({ db: test.db, clock, merchant: MERCHANT });
});
afterAll(() => test.close());
beforeEach(() => clock.advance(DAY_MS));

async function member() {
  names += 1;
  const row = { merchant: MERCHANT, account: `talker${names}`, type: 0, currency: 'USD', passwordHash: 'x', ownPassword: true };
  const made = await insertMember(test.db, row, clock.now());
  return { ...testActor(made?.id ?? ''), account: row.account };
}
const reference = () => {
  references += 1;
  return `chat-test-reference-${references}`;
};
const sendMessage = (actor: Awaited<ReturnType<typeof member>>, text: string, id = reference()) =>
  room.send(actor, { text, reference: id });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? { code: error.code, ...error.params } : Promise.reject(error)),
  );
const last = async (count = 100) => (await room.read({ after: undefined, count })).messages;

describe('a message', () => {
  it('is stored with a masked name and masked words, and all readers get it in order', async () => {
    const [one, other] = [await member(), await member()];
    const first = await sendMessage(one, '  good\nevening, sh1t happens ');
    const second = await sendMessage(other, 'hello');
    expect(first).toEqual({
      id: first.id,
      account: expect.stringMatching(/^ta•••/),
      text: 'good evening, •••• happens',
      at: clock.now().toISOString(),
      deleted: false,
    });
    expect(await last(2)).toEqual([first, second]);
    expect((await room.read({ after: first.id, count: 10 })).messages).toEqual([second]);
    expect((await room.read({ after: second.id, count: 10 })).messages).toEqual([]);
  });

  it('is stored once for repeated calls; another text with its reference is refused', async () => {
    const one = await member();
    const id = reference();
    const sent = await Promise.all([sendMessage(one, 'once', id), sendMessage(one, 'once', id), sendMessage(one, 'once ', id)]);
    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(await refusal(sendMessage(one, 'twice', id))).toEqual({ code: 'reference_conflict' });
    expect((await sendMessage(await member(), 'twice', id)).text).toBe('twice');
  });

  it.each([
    ['nothing to see', '\u200B \u202E', 'invalid_fields'],
    ['too much', 'a'.repeat(141), 'invalid_fields'],
    ['a link', 'see lucky.com', 'chat_contact_refused'],
    ['a number', 'call 081 234 5678', 'chat_contact_refused'],
  ])('with %s is refused and written nowhere', async (_what, text, code) => {
    const before = await last();
    expect((await refusal(sendMessage(await member(), text)))?.code).toBe(code);
    expect(await last()).toEqual(before);
  });

  it('counts its letters as people do', async () => {
    expect((await sendMessage(await member(), '🎉'.repeat(140))).text).toBe('🎉'.repeat(140));
  });
});

describe('the pace', () => {
  it('is three in ten seconds per member, and the refusal names the waiting time', async () => {
    const [one, other] = [await member(), await member()];
    await sendMessage(one, '1');
    clock.advance(4 * SECOND_MS);
    await sendMessage(one, '2');
    const id = reference();
    await sendMessage(one, '3', id);
    expect(await refusal(sendMessage(one, '4'))).toEqual({ code: 'chat_wait', seconds: 6 });
    expect((await sendMessage(one, '3', id)).text).toBe('3');
    await sendMessage(other, 'of somebody else');
    clock.advance(6 * SECOND_MS);
    await sendMessage(one, '4');
  });

  it('is twenty in ten minutes', async () => {
    const one = await member();
    for (let sent = 0; sent < 20; sent += 1) {
      await sendMessage(one, `message ${sent}`);
      clock.advance(10 * SECOND_MS);
    }
    expect(await refusal(sendMessage(one, 'one more'))).toEqual({ code: 'chat_wait', seconds: 400 });
  });

  it('applies to messages sent at the same time', async () => {
    const one = await member();
    const sent = await Promise.all(Array.from({ length: 8 }, (_, index) => refusal(sendMessage(one, `at once ${index}`))));
    expect(sent.filter((code) => code === undefined)).toHaveLength(3);
  });
});

describe('a reported message', () => {
  it('is deleted after three reports and leaves a placeholder', async () => {
    const message = await sendMessage(await member(), 'something bad');
    const one = await member();
    await room.report(one, message.id);
    await room.report(one, message.id);
    await room.report(await member(), message.id);
    expect((await last(1))[0]).toEqual(message);
    await room.report(await member(), message.id);
    expect((await last(1))[0]).toEqual({ ...message, text: '', deleted: true });
    expect(await refusal(room.report(one, message.id))).toEqual({ code: 'chat_message_not_found' });
  });

  it('is deleted also by three simultaneous reports', async () => {
    const message = await sendMessage(await member(), 'something bad');
    const reporters = [await member(), await member(), await member()];
    await Promise.all(reporters.map((reporter) => room.report(reporter, message.id)));
    expect((await last(1))[0]?.deleted).toBe(true);
  });

  it('counts toward ten reports per hour and member: three accounts cannot silence the room', async () => {
    const reporter = await member();
    const messages: Awaited<ReturnType<typeof sendMessage>>[] = [];
    for (let index = 0; index < 11; index++) messages.push(await sendMessage(await member(), `message ${index}`));
    const outcomes = await Promise.all(messages.map(async ({ id }) => (await refusal(room.report(reporter, id)))?.code ?? 'taken'));
    expect(outcomes.sort()).toEqual([...Array(10).fill('taken'), 'too_many_requests']);
    clock.advance(61 * MINUTE_MS);
    for (const { id } of messages) await room.report(reporter, id).catch(() => undefined);
    expect((await room.latest(11)).map(({ reports }) => reports)).toEqual(Array(11).fill(1));
  });

  it('that does not exist is not found', async () => {
    expect(await refusal(room.report(await member(), '999999999999999999'))).toEqual({ code: 'chat_message_not_found' });
  });
});

describe('an operator', () => {
  it('sees reports and deletes a message; open rooms are notified for some minutes', async () => {
    const message = await sendMessage(await member(), 'to be deleted');
    await room.report(await member(), message.id);
    const [newest] = await room.latest(1);
    expect(newest).toMatchObject({ id: message.id, text: 'to be deleted', deletedBy: null, reports: 1 });

    const next = await sendMessage(await member(), 'next');
    expect([await room.remove(message.id), await room.remove(message.id), await room.remove('1234567890')]).toEqual([true, false, false]);
    const removed = async () => (await room.read({ after: next.id, count: 10 })).removed;
    expect(await removed()).toEqual([message.id]);
    clock.advance(16 * MINUTE_MS);
    expect(await removed()).toEqual([]);
  });

  it('restores messages deleted by unjustified reports; reports count from zero', async () => {
    const message = await sendMessage(await member(), 'nothing wrong with it');
    const reporters = [await member(), await member(), await member()];
    for (const reporter of reporters) await room.report(reporter, message.id);
    expect([await room.restore(message.id), await room.restore(message.id)]).toEqual([true, false]);
    for (const reporter of reporters.slice(1)) await room.report(reporter, message.id);
    expect((await last(1))[0]).toEqual(message);
  });

  it('closes the room with a feature switch', async () => {
    const settings = demoSettings();
    await saveSettings(test.db, MERCHANT, { ...settings, features: { ...settings.features, chatRoom: false } });
    expect(await room.read({ after: undefined, count: 10 })).toEqual({ messages: [], removed: [], open: false });
    expect(await refusal(sendMessage(await member(), 'is anybody there'))).toEqual({ code: 'chat_closed' });
    await saveSettings(test.db, MERCHANT, settings);
    expect((await room.read({ after: undefined, count: 10 })).open).toBe(true);
  });
});

it('messages are removed after ninety days', async () => {
  const old = await sendMessage(await member(), 'old');
  await room.report(await member(), old.id);
  clock.advance(90 * DAY_MS - MINUTE_MS);
  await room.sweep();
  expect((await room.read({ after: undefined, count: 1 })).messages[0]?.id).toBe(old.id);
  const fresh = await sendMessage(await member(), 'fresh');
  clock.advance(2 * MINUTE_MS);
  await room.sweep();
  expect((await last()).map(({ id }) => id)).toEqual([fresh.id]);
});
