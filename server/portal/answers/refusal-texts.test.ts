import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { memberRegister } from '../../../shared/api/register/contract.ts';
import { sessionLogin } from '../../../shared/api/sign-in/contract.ts';
import { smsNoLogin } from '../../../shared/api/verification/contract.ts';
import { createTexts } from '../texts.ts';
import type { OwnMeanings } from './refusal-meanings.ts';
import { refusalTexts } from './refusal-texts.ts';

const texts = await createTexts();
const CALLS = [sessionLogin, memberRegister, smsNoLogin] as never[];

function read(
  given: object,
  { own = {}, isForeign = true, status = 200 }: { own?: OwnMeanings; isForeign?: boolean; status?: number } = {},
) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const reader = refusalTexts({ texts, log, isForeign: () => isForeign, own });
  const answer = reader.read(CALLS[0] as never, { success: false, value: null, ...given }, status, 'EN');
  return { ...(answer as { code: string; message: string; captcha?: boolean; errors?: object }), lines };
}
const text = (code: string, parameters = {}) => texts.translate('EN', `errors.${code}`, parameters);

describe('a refusal of a foreign platform', () => {
  it.each([
    ['wrong account or password', 'wrong_credentials'],
    ['User exists [E-1042]', 'username_taken'],
    ['user name or e-mail does not exist', 'user_or_email_unknown'],
    ['non-member cannot log in', 'not_member'],
    ['non-agent cannot log in', 'not_agent'],
    ['access restricted by location or IP', 'region_restricted'],
    ['system maintenance notice', 'maintenance'],
    ['network link abnormal, try again', 'upstream_unavailable'],
    ['invalid phone number', 'mobile_invalid'],
    ['missing phone number', 'mobile_missing'],
    ['missing verification code', 'code_missing'],
    ['invalid verification code', 'code_wrong'],
    ['code expired (send again)', 'code_expired'],
    ['quota not sufficient', 'phone_quota'],
    ['operation or function not enabled', 'phone_not_enabled'],
    ['Invalid invitation code', 'affiliate_invalid'],
    ['Insufficient balance', 'insufficient_funds'],
    ['captcha is wrong', 'captcha_wrong'],
  ])('has the text of its meaning: %s', (message, code) => {
    const answer = read({ message });
    expect([answer.code, answer.message, answer.lines]).toEqual([code, text(code), []]);
  });

  it('gets a general text and a log line if its meaning is unknown', () => {
    const answer = read({ message: 'ORA-00942 at com.acme.Login', code: 'E-99', traceId: 'x' });
    expect(answer).toMatchObject({ code: 'request_refused', message: text('request_refused') });
    expect(JSON.stringify({ ...answer, lines: [] })).not.toMatch(/ORA|acme|E-99|traceId/);
    expect(answer.lines).toMatchObject([{ call: 'session.login', code: 'E-99', text: 'ORA-00942 at com.acme.Login' }]);
  });

  it('has the meaning that the merchant file gives its code, its text or a part of it', () => {
    const own = { 'E-99': 'time_out', 'No such player': 'wrong_credentials', '[L-7]': 'self_excluded_open' } as const;
    expect(read({ code: 'E-99', message: 'x' }, { own }).code).toBe('time_out');
    expect(read({ message: 'No such player' }, { own }).code).toBe('wrong_credentials');
    expect(read({ message: 'Closed [L-7] today' }, { own }).code).toBe('self_excluded_open');
  });

  it('keeps the captcha flag in any form, and the fields with texts of the portal', () => {
    const answer = read({
      message: 'x',
      captcha: '1',
      errors: { username: 'USR_FMT', password: { code: 'field_required', message: 'raw' } },
    });
    expect(answer.captcha).toBe(true);
    expect(answer.errors).toEqual({
      username: { code: 'field_format', message: text('field_format') },
      password: { code: 'field_required', message: text('field_required') },
    });
  });

  it('never shows a text with a gap', () => {
    expect(read({ code: 'sms_too_many', message: 'x' }).message).toBe(text('sms_too_many', { minutes: 5 }));
    expect(read({ code: 'sms_wait', message: 'x' }).message).toBe(text('request_refused'));
  });

  it('without a code ends the session on 401, and is a failure on 500', () => {
    expect(read({ message: 'Token invalid', code: '100401' }, { status: 401 }).code).toBe('unauthorized');
    expect(read({ message: 'boom' }, { status: 500 }).code).toBe('system_error');
  });
});

describe('a refusal of the platform of this product', () => {
  it('keeps its text; one with an unknown code does not', () => {
    const given = { code: 'sms_wait', message: 'Wait 7 seconds.', params: { seconds: 7 } };
    expect(read(given, { isForeign: false })).toMatchObject(given);
    expect(read({ code: 'E-1', message: 'raw' }, { isForeign: false }).message).toBe(text('request_refused'));
  });
});
