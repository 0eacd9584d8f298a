import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../shared/api/client-call.ts';
import { inboxList, inboxRead, ticketOpen, unreadCount } from '../../../../shared/api/inbox/calls.ts';
import { feedbackSend } from '../../../../shared/api/system/calls.ts';
import { TICKET_MAX_LENGTH } from '../../../../shared/constants.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createTranslate } from '../../base/http/translate-text.ts';
import { createSecrets } from '../../base/secrets.ts';
import { createFeedback } from '../../content/customer-service/index.ts';
import { addTestMember, openTestSession, type TestMember } from '../../identity/sessions/test-member.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { createInbox, type MemberInbox } from './index.ts';
import { INBOX_TEMPLATES } from './tables.ts';

const hub = createEventHub();
let test: TestPlatform;
let inbox: MemberInbox;
let member: TestMember;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
  inbox = createInbox({ db: test.db, clock: test.clock, hub, merchant: test.merchant, translate: createTranslate() });
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

async function newcomer() {
  member = await addTestMember(test);
  token = (await openTestSession(test, member)).token;
}
const post = (amount: string) =>
  inTransaction(test.db, (tx, afterCommit) =>
    inbox.post(tx, { memberId: member.id, template: 'deposit_credited', params: { amount }, href: '/member/depositv2' }, afterCommit),
  );
const callInbox = async (call: ClientCall, input = {}, language = 'EN') =>
  (await test.call(call, { ...input, token, language })).body.value;

describe('the inbox', () => {
  it('shows messages in the request’s language, newest first', async () => {
    await newcomer();
    await post('$10.00');
    await post('$20.00');
    const { messages, unreadCount: unread } = await callInbox(inboxList);
    expect(messages.map(({ text }: { text: string }) => text)).toEqual([
      '$20.00 has been credited to your wallet at Lagoon.',
      '$10.00 has been credited to your wallet at Lagoon.',
    ]);
    expect(messages[0]).toMatchObject({ title: 'Deposit credited', href: '/member/depositv2', read: false });
    expect(unread).toBe(2);
  });

  it('counts down as messages are read, and notifies the browsers', async () => {
    await newcomer();
    const events: unknown[] = [];
    const stop = hub.subscribe(member.id, (event) => events.push(event));
    for (const amount of ['$1.00', '$2.00', '$3.00']) await post(amount);
    const { messages } = await callInbox(inboxList);
    await inbox.markRead(member.id, messages[1].id);
    await inbox.markRead(member.id, messages[1].id);
    expect(await callInbox(unreadCount)).toEqual({ unreadCount: 2 });
    expect(await callInbox(inboxRead, { body: { messageId: 'all' } })).toEqual({ unreadCount: 0 });
    stop();
    expect(events).toEqual([1, 2, 3, 2, 2].map((unread) => ({ type: 'inbox', unread })));
  });

  it('has no messages of rolled back transactions', async () => {
    await newcomer();
    const events: unknown[] = [];
    const stop = hub.subscribe(member.id, (event) => events.push(event));
    const failed = inTransaction(test.db, async (tx, afterCommit) => {
      await inbox.post(tx, { memberId: member.id, template: 'withdrawal_paid' }, afterCommit);
      throw new Error('not today');
    });
    await expect(failed).rejects.toThrow('not today');
    stop();
    expect([events, await inbox.unread(test.db, member.id)]).toEqual([[], 0]);
  });

  it('has nine messages per page, and opens the page of a given message', async () => {
    await newcomer();
    for (let n = 1; n <= 20; n += 1) await post(`$${n}.00`);
    const first = await callInbox(inboxList);
    const last = await callInbox(inboxList, { query: { pageNo: '99' } });
    expect([first.messages.length, first.totalPages, last.pageNum, last.messages.length]).toEqual([9, 3, 3, 2]);
    const oldest = last.messages.at(-1).id;
    expect(await callInbox(inboxList, { query: { around: oldest } })).toMatchObject({ pageNum: 3, messages: last.messages });
    expect((await callInbox(inboxList, { query: { around: 'nonsense' } })).pageNum).toBe(1);
  });

  it('has a title and a text for every kind of message', () => {
    const english = TEXTS.EN ?? {};
    const missing = INBOX_TEMPLATES.filter((name) => !english[`inbox.${name}`] || !english[`inbox.${name}_title`]);
    expect(missing).toEqual([]);
  });

  it('removes messages older than the statements', async () => {
    await newcomer();
    await post('$1.00');
    test.clock.advance(401 * DAY_MS);
    await post('$2.00');
    await inbox.sweep();
    expect((await inbox.page(member.id, 'EN', { pageNo: 1 })).messages).toHaveLength(1);
  });
});

describe('feedback', () => {
  const claimed: unknown[] = [];
  const feedback = () =>
    createFeedback({
      db: test.db,
      clock: test.clock,
      merchant: test.merchant,
      secrets: createSecrets(TEST_DATA_KEY),
      inbox,
      uploads: { claim: async (_tx, ...what) => void claimed.push(what) },
    });

  it('is in the history with its answer, which also arrives as a message', async () => {
    await newcomer();
    const number = await feedback().send(
      member.id,
      { content: 'Where is my bonus?', contact: '', images: ['u1', 'u2'] },
      TICKET_MAX_LENGTH,
    );
    expect(number).toMatch(/^\d{8}$/);
    expect(claimed).toEqual([[member.id, 'feedback', ['u1', 'u2']]]);
    const [ticket] = (await feedback().waiting({ limit: 100 })).filter(({ memberId }) => memberId === member.id);
    expect(ticket).toMatchObject({ number, content: 'Where is my bonus?', images: ['u1', 'u2'] });
    const answer = (operator: string, text: string) =>
      inTransaction(test.db, (tx, afterCommit) => feedback().answer(tx, { id: ticket?.id ?? '', operator, text }, afterCommit));
    expect(await answer('ops01', 'On its way.')).toBe(true);
    expect(await answer('ops02', 'Twice.')).toBe(false);
    const page = await feedback().page(member.id, 1);
    expect(page.feedback).toMatchObject([{ number, content: 'Where is my bonus?', answer: { text: 'On its way.' } }]);
    expect((await inbox.page(member.id, 'EN', { pageNo: 1 })).messages[0]?.href).toBe('/member/messageV2?tab=feedback');
  });

  it('is no longer than a remark, and pictures are for members', async () => {
    await newcomer();
    const long = await test.call(feedbackSend, { body: { content: 'x'.repeat(141) }, token });
    expect(long.body).toMatchObject({ code: 'invalid_fields', errors: { content: { code: 'field_length' } } });
    await expect(feedback().send(null, { content: 'Hello', contact: 'a@example.com', images: ['u3'] }, 140)).rejects.toThrow(
      'upload_not_found',
    );
    expect((await feedback().page(member.id, 1)).feedback).toEqual([]);
  });

  it('of the long kind has up to 1,000 characters and is answered with its number', async () => {
    await newcomer();
    const open = (content: string) => test.call(ticketOpen, { body: { content }, token });
    const { body } = await open('\u{1F3B2}'.repeat(1_000));
    expect(body).toMatchObject({ success: true, value: { number: expect.stringMatching(/^\d{8}$/) } });
    expect((await open('x'.repeat(1_001))).body).toMatchObject({ code: 'invalid_fields', errors: { content: { code: 'field_length' } } });
    expect((await feedback().page(member.id, 1)).feedback).toMatchObject([{ number: body.value.number }]);
  });

  it('gets a unique number', async () => {
    await newcomer();
    const ticket = { content: 'Hello', contact: '', images: [] };
    const taken = await feedback().send(member.id, ticket, 140);
    // The first two draws give the taken number.
    await sql`create sequence drawn`.execute(test.db);
    await sql`alter table feedback alter column number set default
      lpad((case when nextval('drawn') < 3 then ${sql.lit(taken)}::bigint else ${sql.lit(taken)}::bigint + 1 end % 100000000)::text, 8, '0')`.execute(
      test.db,
    );
    const next = String((Number(taken) + 1) % 100_000_000).padStart(8, '0');
    expect(await feedback().send(member.id, ticket, 140)).toBe(next);
  });
});
