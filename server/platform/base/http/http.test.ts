import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../../../shared/api/call-table.ts';
import { createLogger } from '../../../config/logger.ts';
import type { BoundCall } from './binding.ts';
import { createHttp } from './http.ts';
import { createTranslate } from './translate-text.ts';

const lines: string[] = [];
const answering = (handle: BoundCall['handle']) => CALLS.map((call): BoundCall => ({ call, handle }));
const open = (calls: readonly BoundCall[]) =>
  createHttp({
    calls,
    merchant: 'lagoon',
    log: createLogger('error', 'platform', { write: (line: string) => void lines.push(line) }),
    translate: createTranslate(),
    resolveActor: async () => null,
    isRefused: async () => false,
    openPayload: async () => ({}),
    payments: (_request, _response, next) => next(),
    seamless: (_request, _response, next) => next(),
    internal: (_request, _response, next) => next(),
  });

describe('the call table', () => {
  const all = answering(async () => ({}));

  it('is bound exactly once, or the start fails with the name of the call', () => {
    expect(() => open(all)).not.toThrow();
    expect(() => open(all.slice(1))).toThrow(`Calls without a handler: ${CALLS[0]?.id}.`);
    expect(() => open([...all, all[0] as BoundCall])).toThrow(`The call ${CALLS[0]?.id} is bound twice.`);
  });
});

describe('the lines of the platform', () => {
  const CANARY = 'canary-31aa';
  const log = createLogger('debug', 'platform', { write: (line: string) => void lines.push(line) });
  const fail = Object.assign(new Error(`Invalid type: Expected number but received "${CANARY}"`), {
    body: CANARY,
    parameters: [CANARY],
    request: { headers: { authorization: CANARY } },
  });

  it('never contain input, also for errors', async () => {
    lines.length = 0;
    const handle: BoundCall['handle'] = (_context, input) => {
      log.warn({ input, member: { mobile: CANARY, realName: CANARY } }, 'odd');
      return Promise.reject(fail);
    };
    const { app } = open(answering(handle));
    const body = { account: 'ann', password: CANARY, code: CANARY, paymentPassword: CANARY, idNumber: CANARY, token: CANARY };
    const post = (path: string) =>
      supertest(app)
        .post(path)
        .set({ Authorization: `Bearer ${CANARY}`, Cookie: `a=${CANARY}` });
    for (const { path, method } of CALLS.filter((call) => call.method === 'POST').slice(0, 40)) {
      expect(method).toBe('POST');
      await post(`${path}?ticket=${CANARY}`).send(body);
      await post(path).set('Content-Type', 'application/json').send(`{"password":"${CANARY}",}`);
    }
    await supertest(app).get('/wps/session/keys').set('Authorization', `Bearer ${CANARY}`);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(CANARY);
    expect(lines.every((line) => /"requestId":"[\da-f-]{36}"/.test(line))).toBe(true);
    // Control: errors serialised without the filter would contain it.
    expect(JSON.stringify({ ...fail })).toContain(CANARY);
  });
});

describe('a surprise', () => {
  const secret = 'connection to 10.0.0.7 failed for user root';

  it('is logged with its request id and not shown', async () => {
    const { app } = open(answering(() => Promise.reject(new Error(secret))));
    const answer = await supertest(app).get('/wps/session/keys').set('X-Request-Id', 'request-7');
    expect([answer.status, answer.body.code]).toEqual([500, 'system_error']);
    expect(answer.text).not.toContain('10.0.0.7');
    const line = JSON.parse(lines.pop() ?? '{}');
    expect([line.requestId, line.err.message]).toEqual(['request-7', secret]);
  });

  it('in a response that does not match its schema is an internal error', async () => {
    const { app } = open(answering(async () => ({ keys: 'none' })));
    const answer = await supertest(app).get('/wps/session/keys');
    expect([answer.status, answer.body.code]).toEqual([500, 'system_error']);
    expect(lines.pop()).toContain('session.keys does not match its schema');
  });

  it('leaves out what the schema does not name', async () => {
    const { app } = open(answering(async () => ({ keys: [], private_jwk: 'secret' })));
    expect((await supertest(app).get('/wps/session/keys')).body).toEqual({ success: true, value: { keys: [] } });
  });
});
