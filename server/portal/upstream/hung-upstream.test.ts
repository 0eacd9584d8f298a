import type { ServerResponse } from 'node:http';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberInfo } from '../../../shared/api/accounts/contract.ts';
import { walletBalance } from '../../../shared/api/balance/contract.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { walletTransfer } from '../../../shared/api/transfer/contract.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { PagesDeps } from '../pages/mount.ts';
import { plainPages } from '../pages/plain-pages.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, sampleValue } from '../testing/tiny-upstream.ts';

/** Only the read deadline can pass before a test times out, so a late answer proves which deadline ended it. */
const DEADLINES = { read: 1_000, connect: 60_000, idle: 60_000, total: 120_000 };
const TOKEN = { Authorization: 'Bearer t' };
const hang = () => undefined;

/** A page that makes its calls one after the other, on behalf of its visitor. */
const callInSequence = (calls: readonly AnyCall[]) => (deps: PagesDeps) => ({
  ...plainPages(),
  ready: async (_request: unknown, response: ServerResponse & { locals: Express.Locals }) => {
    const { visitor } = response.locals;
    const codes: string[] = [];
    for (const call of calls) {
      const answer = await deps.upstream.call(call, { body: {} }, { ...visitor, session: SESSION });
      codes.push(answer.success ? 'ok' : answer.code);
    }
    response.end(JSON.stringify(codes));
  },
});
const SESSION = { token: 't', memberId: 'm', account: 'ann', type: 0, currency: 'USD', expiresAt: Date.now() + DAY_MS };

describe('an upstream that hangs', () => {
  let under: TestPortal;
  beforeEach(async () => {
    under = await startTestPortal({ deadlines: DEADLINES });
  });
  afterEach(() => under.close());

  it('times out for a reading call, in the visitor’s language, without a second attempt', async () => {
    under.upstream.on('member.info', hang);
    const { status, body } = await supertest(under.url).get('/wps/member/info').set(TOKEN).set('Cookie', 'lang=VI');
    expect([status, body.code]).toEqual([504, 'upstream_timeout']);
    expect(body.message).toContain('Trang tải lâu');
    expect(under.upstream.of('member.info')).toHaveLength(1);
  });

  it('times out as well when it stops after the head of its answer', async () => {
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{');
    });
    const { status, body } = await supertest(under.url).get('/wps/member/info').set(TOKEN);
    expect([status, body.code]).toEqual([504, 'upstream_timeout']);
  });

  it('times out as well when its answer arrives byte by byte', async () => {
    const timers: NodeJS.Timeout[] = [];
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), 50));
    });
    const { status, body } = await supertest(under.url).get('/wps/member/info').set(TOKEN);
    timers.forEach(clearInterval);
    expect([status, body.code]).toEqual([504, 'upstream_timeout']);
    expect(under.upstream.of('member.info')).toHaveLength(1);
  });

  it('gets more time for a booking call, whose outcome would otherwise be unknown', async () => {
    const held: ServerResponse[] = [];
    under.upstream.on(walletTransfer.id, (_request, response) => void held.push(response));
    const booked = supertest(under.url)
      .post(walletTransfer.path)
      .set(TOKEN)
      .send({})
      .then((answer) => answer);
    await expect.poll(() => held.length).toBe(1);
    // By the end of these two the read deadline has passed twice.
    under.upstream.on('member.info', hang);
    for (let round = 0; round < 2; round++) await supertest(under.url).get('/wps/member/info').set(TOKEN).expect(504);
    json(held[0] as ServerResponse, 200, { success: true, value: sampleValue(walletTransfer.id) });
    expect((await booked).status).toBe(200);
  });
});

describe('a page over an upstream that hangs', () => {
  const open = (wanted: readonly AnyCall[]) => startTestPortal({ deadlines: DEADLINES }, callInSequence(wanted));
  const calls = [memberInfo, walletBalance] as unknown as AnyCall[];

  it('waits once, however many calls it makes', async () => {
    const under = await open(calls);
    for (const { id } of calls) under.upstream.on(id, hang);
    const { text } = await supertest(under.url).get('/index').set('Accept', 'text/html');
    expect(JSON.parse(text)).toEqual(['upstream_timeout', 'upstream_timeout']);
    expect(calls.map(({ id }) => under.upstream.of(id).length)).toEqual([1, 0]);
    await under.close();
  });

  it('still makes its calls after a change timed out: it has to report the result', async () => {
    const under = await startTestPortal(
      { deadlines: { ...DEADLINES, idle: 1_000 } },
      callInSequence([walletTransfer, memberInfo] as unknown as AnyCall[]),
    );
    under.upstream.on(walletTransfer.id, hang);
    const { text } = await supertest(under.url).get('/index').set('Accept', 'text/html');
    expect(JSON.parse(text)).toEqual(['upstream_timeout', 'ok']);
    await under.close();
  });
});
