import { describe, expect, it } from 'vitest';
import { cleanForLog } from './clean-log.ts';

const CANARY = 'canary-7c1f';
const cleanedText = (value: Record<string, unknown>) => JSON.stringify(cleanForLog(value));

describe('cleaning of log data', () => {
  it.each([
    { password: CANARY },
    { body: { newPassword: CANARY, deeper: { paymentPassword: CANARY, list: [{ idNumber: CANARY }] } } },
    { request: { headers: { cookie: CANARY, authorization: CANARY, 'set-cookie': [CANARY], 'x-device-token': CANARY } } },
    { row: { id_card: CANARY, mobile: CANARY, email: CANARY, realName: CANARY } },
    { code: '482913', invitationCode: CANARY, recoveryCodes: [CANARY], otp: CANARY, ticket: CANARY, payload: CANARY },
    {
      err: Object.assign(new Error('broken'), {
        body: CANARY,
        config: { headers: { cookie: CANARY } },
        detail: `Key (mobile)=(${CANARY})`,
      }),
    },
    { err: new Error('outer', { cause: Object.assign(new Error('inner'), { parameters: [CANARY] }) }) },
    { err: new AggregateError([Object.assign(new Error('one'), { request: CANARY })], 'all failed') },
    { err: jsonFault(`{"password":"${CANARY}",}`) },
    { err: jsonFault(`${CANARY}`) },
    { err: new Error(`Invalid type: Expected string but received "${CANARY}"`) },
    { err: Object.assign(new Error(`invalid input syntax for type uuid: "${CANARY}"`), { code: '22P02' }) },
    { note: `GET /register?ticket=${CANARY}&x=1`, url: `postgres://lagoon:${CANARY}@db/lagoon`, said: `Bearer ${CANARY}` },
  ])('hides secrets: case %#', (value) => {
    expect(cleanedText(value)).not.toContain(CANARY);
    expect(cleanedText(value)).not.toContain('482913');
  });

  it('keeps what operators need', () => {
    const fault = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const text = cleanedText({
      code: 'not_found',
      call: 'member.info',
      err: fault,
      sqlState: { code: '23505' },
      status: 502,
      hasPassword: true,
    });
    for (const part of ['not_found', 'member.info', 'ECONNREFUSED', '23505', '502', 'clean-log.test', '"hasPassword":true'])
      expect(text).toContain(part);
  });

  it('handles circular references', () => {
    const loop: Record<string, unknown> = { name: 'a' };
    loop.self = loop;
    expect(cleanedText(loop)).toContain('[deep]');
  });

  it('detects unhidden secrets (control)', () => {
    expect(JSON.stringify({ err: { body: CANARY } })).toContain(CANARY);
  });
});

function jsonFault(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
