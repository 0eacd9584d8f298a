import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import { type Clock, movableClock, systemClock } from '../../base/clock.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createTranslate } from '../../base/http/translate-text.ts';
import { createSecrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { MESSAGE_TEMPLATES, NO_SERVICE, type OutgoingMessage } from './contracts.ts';
import { createMessages } from './messages.ts';
import { startTestSmtp, type TestSmtp } from './test-smtp.ts';

let test: TestPlatform;
const lines: string[] = [];
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
beforeEach(() => test.db.deleteFrom('outbound_message').execute());
afterEach(() => {
  expect(lines.join('')).not.toMatch(/66812345678|ann@example|123456|secret-token/);
  lines.length = 0;
});

const secrets = createSecrets(TEST_DATA_KEY);
const START = new Date();
/** Advances only when the test moves it, so that the machine's load does not matter. */
const clock = movableClock({ now: () => START });
/** Without time and process id, which could contain the searched digits. */
const log = pino({ level: 'debug', base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
const open = (services: ServiceSettings = {}, time: Clock = clock) => {
  const { db, merchant } = test;
  return createMessages({ db, clock: time, log, merchant, secrets, translate: createTranslate(), services });
};
const sms: OutgoingMessage = {
  memberId: null,
  channel: 'sms',
  to: '+66812345678',
  template: 'code_login',
  params: { code: '123456', minutes: 5 },
  language: 'EN',
};
const mail: OutgoingMessage = { ...sms, channel: 'email', to: 'ann@example.com' };
const link: OutgoingMessage = { ...mail, template: 'reset_link', params: { ...mail.params, link: 'https://play.example/r?t=a&b=1' } };
const readOutbox = async () => (await open().recent(100)).map(({ sentAt, failure }) => [sentAt !== null, failure]);

describe('a message', () => {
  it('is delivered once it is stored, where no provider is configured', async () => {
    await open().post(test.db, sms);
    await open().post(test.db, mail);
    const [newest, oldest] = await open().recent(10);
    expect(newest).toMatchObject({ channel: 'email', to: 'ann@example.com', subject: 'Your Lagoon login code', failure: null });
    expect(newest?.text).toContain('\n\n123456\n\n');
    expect(oldest).toMatchObject({ channel: 'sms', to: '+66812345678', subject: '', failure: null, template: 'code_login' });
    expect(oldest?.text).toBe('Lagoon: 123456 is your login code. It works for 5 min. Never share it, not even with us.');
    expect(oldest?.sentAt).toMatch(/Z$/);
    expect(await open().recent(1)).toHaveLength(1);
  });

  describe('of a house that is not a demo', () => {
    const setDemo = (demo: boolean) => test.db.updateTable('merchant').set({ demo }).where('code', '=', test.merchant).execute();
    beforeEach(() => setDemo(false));
    afterEach(() => setDemo(true));

    it('is not delivered without a service, and shows no code and no link', async () => {
      const messages = open();
      for (const message of [sms, mail, link]) await messages.post(test.db, message);
      await messages.flush();
      const shown = await messages.recent(10);
      expect(shown.map(({ sentAt, failure }) => [sentAt, failure])).toEqual(Array(3).fill([null, NO_SERVICE]));
      expect(JSON.stringify(shown.map(({ subject, text }) => [subject, text]))).not.toMatch(/123456|play\.example/);
      expect(shown[0]?.to).toBe('ann@example.com');
    });

    it('is announced as possible only over a channel with a service', async () => {
      const reached = open({ sms: { url: 'https://sms.example/', token: 'secret-token' } });
      expect([await reached.reaches(test.db, 'sms'), await reached.reaches(test.db, 'email')]).toEqual([true, false]);
      await setDemo(true);
      expect(await reached.reaches(test.db, 'email')).toBe(true);
    });
  });

  it('is sealed at rest', async () => {
    await open().post(test.db, sms);
    const rows = JSON.stringify(await test.db.selectFrom('outbound_message').selectAll().execute());
    expect(rows).not.toMatch(/123456|66812345678|Lagoon:/);
  });

  it('is stored and rolled back with its transaction', async () => {
    await expect(
      inTransaction(test.db, async (tx) => {
        await open().post(tx, sms);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await readOutbox()).toEqual([]);
  });

  it('without a recipient is not stored', async () => {
    await open().post(test.db, sms, false);
    expect(await readOutbox()).toEqual([]);
  });

  it.each(MESSAGE_TEMPLATES)('%s names the site, fills in its parameters and respects the length', async (template) => {
    const params = {
      code: '123456',
      minutes: 5,
      link: 'https://play.example/r',
      amount: '$1,250.00',
      account: 'Harbour Bank •••• 4321',
      reason: 'Agreed',
    };
    await open().post(test.db, { ...sms, template, params });
    await open().post(test.db, { ...mail, template, params });
    const [sentMail, short] = await open().recent(2);
    for (const text of [sentMail?.subject, sentMail?.text, short?.text]) expect(text).toMatch(/^[^{}]*Lagoon[^{}]*$/);
    expect(short?.text.length).toBeLessThanOrEqual(160);
    for (const text of template.startsWith('code_') ? [sentMail?.text, short?.text] : []) {
      expect(text).toContain('123456');
      expect(text).toContain('Never share it');
    }
  });

  it('is deleted after thirty days', async () => {
    await open().post(test.db, sms);
    clock.advance(29 * DAY_MS);
    await open().post(test.db, mail);
    clock.advance(2 * DAY_MS);
    await open().sweep();
    expect((await open().recent(10)).map(({ channel }) => channel)).toEqual(['email']);
  });
});

describe('a member', () => {
  async function notifyWith(contacts: { email?: boolean; mobile?: boolean }, language: string | null = null) {
    const now = clock.now();
    const { id } = await test.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow();
    await test.db
      .updateTable('member')
      .set({
        language,
        email: secrets.seal('member.email', 'ann@example.com'),
        mobile: secrets.seal('member.mobile', '+66812345678'),
        email_verified_at: contacts.email ? now : null,
        mobile_verified_at: contacts.mobile ? now : null,
      })
      .where('id', '=', id)
      .execute();
    await open().notify(test.db, id, 'password_changed');
    return (await open().recent(10)).map(({ to, memberId, language: shownLanguage }) => [to, memberId === id, shownLanguage]);
  }

  it('is notified by e-mail first', async () =>
    expect(await notifyWith({ email: true, mobile: true }, 'TH')).toEqual([['ann@example.com', true, 'TH']]));
  it('else by SMS', async () => expect(await notifyWith({ mobile: true })).toEqual([['+66812345678', true, 'EN']]));
  it('without a verified contact is not notified', async () => expect(await notifyWith({})).toEqual([]));
  it('who is unknown is not notified', async () => {
    await open().notify(test.db, 'm_nobody', 'password_changed');
    expect(await readOutbox()).toEqual([]);
  });
});

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

describe('the SMS provider', () => {
  let server: Server;
  let status = 200;
  const requests: ReceivedRequest[] = [];
  const services = (): ServiceSettings => ({
    sms: { url: `${localUrl(server)}/send`, token: 'secret-token' },
  });
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      requests.push({ headers: request.headers, body: JSON.parse(body) });
      if (status !== 0) response.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1:9/' } : {}).end('to +66812345678');
    });
    await listenLocally(server);
  });
  beforeEach(() => {
    status = 200;
    requests.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gets number and text with the token, once, after the commit', async () => {
    const messages = open(services());
    await messages.post(test.db, sms);
    expect(await readOutbox()).toEqual([[false, null]]);
    expect(requests).toEqual([]);
    await messages.flush();
    await messages.flush();
    expect(requests).toMatchObject([
      { headers: { authorization: 'Bearer secret-token' }, body: { to: '+66812345678', text: expect.stringContaining('123456') } },
    ]);
    expect(await readOutbox()).toEqual([[true, null]]);
  });

  it('gets each message once from several processes at once', async () => {
    for (let n = 0; n < 50; n += 1) await open(services()).post(test.db, sms);
    await Promise.all(Array.from({ length: 4 }, () => open(services()).flush()));
    expect(requests).toHaveLength(50);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(50);
    expect((await readOutbox()).every(([sent]) => sent)).toBe(true);
  });

  it('is tried five times with growing pauses, and then no more', async () => {
    status = 503;
    const messages = open(services());
    await messages.post(test.db, sms);
    const tries: number[] = [];
    for (let second = 0; second < 600; second += 5) {
      const before = requests.length;
      await messages.flush();
      if (requests.length > before) tries.push(second);
      clock.advance(5_000);
    }
    expect(tries).toEqual([0, 5, 20, 65, 185]);
    expect(await readOutbox()).toEqual([[false, 'http 503']]);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('gets waiting messages after it has recovered', async () => {
    status = 503;
    const messages = open(services());
    await messages.post(test.db, sms);
    await messages.flush();
    status = 200;
    clock.advance(5_000);
    await messages.flush();
    expect(await readOutbox()).toEqual([[true, null]]);
  });

  it.each([400, 422])('that rejects a message with %i is not called again', async (refusal) => {
    status = refusal;
    const messages = open(services());
    await messages.post(test.db, sms);
    await messages.flush();
    clock.advance(HOUR_MS);
    await messages.flush();
    expect(requests).toHaveLength(1);
    expect(await readOutbox()).toEqual([[false, `http ${refusal}`]]);
  });

  it('is not followed to a redirect, and may be unreachable', async () => {
    status = 302;
    const messages = open(services());
    await messages.post(test.db, sms);
    await messages.flush();
    expect(await readOutbox()).toEqual([[false, 'http connection']]);
  });

  it('times out after five seconds, and does not prolong a run when the next try becomes due', async () => {
    status = 0;
    const messages = open(services(), systemClock);
    await messages.post(test.db, sms);
    await messages.flush();
    expect(await readOutbox()).toEqual([[false, 'http timeout']]);
  });

  it('has nothing to do with e-mail', async () => {
    await open(services()).post(test.db, mail);
    expect(await readOutbox()).toEqual([[true, null]]);
  });
});

describe('the mail server', () => {
  let smtp: TestSmtp;
  const services = (): ServiceSettings => ({ mail: { smtpUrl: smtp.url, from: 'Lagoon <no-reply@play.example>' } });
  beforeAll(async () => {
    smtp = await startTestSmtp();
  });
  beforeEach(() => {
    smtp.refuse = '';
    smtp.mails.length = 0;
  });
  afterAll(() => smtp.close());

  it('gets subject, text and HTML', async () => {
    const messages = open(services());
    await messages.post(test.db, link);
    await messages.flush();
    const [sentMail = ''] = smtp.mails.map((text) => text.replace(/=\n/g, '').replaceAll('=3D', '='));
    expect(sentMail).toMatch(/^To: <?ann@example\.com>?$/m);
    expect(sentMail).toMatch(/^From: Lagoon <no-reply@play\.example>$/m);
    expect(sentMail).toMatch(/^Subject: Set a new password for Lagoon$/m);
    expect(sentMail).toContain('<a href="https://play.example/r?t=a&amp;b=1">');
    expect(sentMail).toContain('\nhttps://play.example/r?t=a&b=1\n');
    expect(await readOutbox()).toEqual([[true, null]]);
  });

  it.each([
    ['550', 'smtp 550', 1],
    ['451', 'smtp 451', 2],
  ])('that answers %s is named without the address', async (status, failure, tries) => {
    smtp.refuse = status;
    const messages = open(services());
    await messages.post(test.db, mail);
    await messages.flush();
    clock.advance(10_000);
    await messages.flush();
    expect(await readOutbox()).toEqual([[false, failure]]);
    const [row] = await test.db.selectFrom('outbound_message').select('attempts').execute();
    expect(row?.attempts).toBe(tries);
  });

  it('accepts a single recipient per address', async () => {
    const messages = open(services());
    await messages.post(test.db, { ...mail, to: 'ann@example.com, bob@example.com' });
    await messages.flush();
    expect(smtp.mails.join('')).not.toMatch(/^To:.*bob@example\.com>?$/m);
  });

  it('may be unreachable', async () => {
    const messages = open({ mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'no-reply@play.example' } });
    await messages.post(test.db, mail);
    await messages.flush();
    expect(await readOutbox()).toEqual([[false, 'smtp ESOCKET']]);
  });
});
