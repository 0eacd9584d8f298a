import { pino } from 'pino';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { BoundCall } from './binding.ts';
import { createHttp } from './http.ts';
import { createSay } from './texts.ts';

const lines: string[] = [];
const answering = (handle: BoundCall['handle']) => CALLS.map((call): BoundCall => ({ call, handle }));
const open = (calls: readonly BoundCall[]) =>
  createHttp({
    calls,
    merchant: 'lagoon',
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    say: createSay(),
    resolveActor: async () => null,
    openPayload: async () => ({}),
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

  it('in an answer that does not fit its schema is an error of ours, not the caller', async () => {
    const { app } = open(answering(async () => ({ keys: 'none' })));
    const answer = await supertest(app).get('/wps/session/keys');
    expect([answer.status, answer.body.code]).toEqual([500, 'system_error']);
    expect(lines.pop()).toContain('session.keys does not fit its schema');
  });

  it('leaves out what the schema does not name', async () => {
    const { app } = open(answering(async () => ({ keys: [], private_jwk: 'secret' })));
    expect((await supertest(app).get('/wps/session/keys')).body).toEqual({ success: true, value: { keys: [] } });
  });
});
