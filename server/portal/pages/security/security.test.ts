import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import type { FormState, Visitor } from '../../contracts.ts';
import { memberPage } from '../member/index.tsx';
import { type TestUpstream, testUpstream } from '../test-upstream.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { loadSecurity, memberContact, memberSessions, secondFactor } from './security.ts';

const ENROLMENT = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Lagoon:marina?secret=JBSWY3DPEHPK3PXP' };

function inputOf(upstream: TestUpstream, query = '', form?: Partial<FormState>, type = 0): VisitorInput {
  const language = languageOf('EN');
  const session = { token: 't', memberId: 'm', account: 'marina', type, currency: 'USD', expiresAt: 1 };
  return {
    upstream,
    visitor: { language, session } as unknown as Visitor,
    context: { t: (key: string) => key, language, brand: 'Lagoon', features: {}, modal: {} } as unknown as VisitorInput['context'],
    timeZone: 'Asia/Bangkok',
    now: Date.now(),
    query: new URLSearchParams(query),
    form: form && ({ call: '', values: {}, message: '', errors: {}, code: '', ...form } as FormState),
    origin: 'http://localhost',
    merchant: 'lagoon',
    launchHosts: [],
  };
}

/** A platform with this answer of one call; a string is a refusal code. */
function answering(call: string, answer: unknown): TestUpstream {
  const upstream = testUpstream();
  const usual = upstream.call;
  upstream.call = (definition, input, visitor) =>
    definition.id === call
      ? (Promise.resolve(
          typeof answer === 'string' ? { success: false, value: null, code: answer, message: answer } : { success: true, value: answer },
        ) as never)
      : usual(definition, input, visitor);
  return upstream;
}

describe('two-factor verification', () => {
  it('starts no setup without a request', async () => {
    const upstream = testUpstream();
    expect(await secondFactor(inputOf(upstream))).toMatchObject({
      totp: { setup: null, confirmFirst: false, codes: null, sinceText: null },
    });
    expect(upstream.requests.map(({ call }) => call)).toEqual(['member.security']);
  });

  it('shows a requested setup, or requires a confirmation first', async () => {
    expect(await secondFactor(inputOf(answering('member.totpStart', ENROLMENT), 'setup=1'))).toMatchObject({
      totp: { setup: ENROLMENT, confirmFirst: false },
    });
    expect(await secondFactor(inputOf(answering('member.totpStart', 'confirmation_required'), 'setup=1'))).toMatchObject({
      totp: { setup: null, confirmFirst: true },
    });
  });

  it('shows recovery codes only from the answer of a post', async () => {
    const posted = { call: 'member.totpConfirm', value: { recoveryCodes: ['0000-0000-0000-0000'] } };
    expect(await secondFactor(inputOf(testUpstream(), '', posted))).toMatchObject({ totp: { codes: ['0000-0000-0000-0000'] } });
    expect(await secondFactor(inputOf(testUpstream(), '', { ...posted, value: undefined }))).toMatchObject({ totp: { codes: null } });
  });

  it('requires a real account; after the end of a session it shows the sign-in', async () => {
    const outcomes = ['secondFactor', 'contact'] as const;
    for (const page of outcomes) {
      const { body } = await memberPage(page)(inputOf(testUpstream(), '', undefined, 4));
      expect((body as { props: object }).props).toMatchObject({ absence: { kind: 'refused', code: 'in_need_true_account' } });
    }
    const { body } = await memberPage('secondFactor')(inputOf(answering('member.security', 'unauthorized')));
    expect((body as { props: object }).props).toMatchObject({ absence: { kind: 'signed-out' } });
  });
});

describe('devices', () => {
  it('are shown with their place and the merchant’s time', async () => {
    expect(await memberSessions(inputOf(testUpstream()))).toMatchObject({
      sessions: { sessions: [{ id: 's1', current: true, device: 'Firefox, Linux', seenText: '2026-11-20 15:00' }] },
    });
  });
});

describe('contacts', () => {
  it('keep the channel and the values of a redisplayed form', async () => {
    const form = { call: 'member.contactSend', values: { channel: 'email', email: 'a@example.com' } };
    expect(await memberContact(inputOf(testUpstream(), 'channel=sms', form))).toMatchObject({
      contact: { channel: 'email', current: 'd•••@e•••.com', sent: true, countries: null, form: { values: { email: 'a@example.com' } } },
    });
    expect(await memberContact(inputOf(testUpstream(), '', { ...form, code: 'sms_wait', message: 'wait' }))).toMatchObject({
      contact: { sent: false, form: { message: 'wait' } },
    });
  });

  it('name the countries in the visitor’s language', async () => {
    expect(await memberContact(inputOf(testUpstream(), 'channel=sms'))).toMatchObject({
      contact: { channel: 'sms', countries: [{ countryCode: 'TH', countryDialingCode: '66', name: 'Thailand' }] },
    });
  });
});

it('leaves the overview out when the platform does not answer', async () => {
  expect(await loadSecurity(inputOf(answering('member.security', 'upstream_unavailable')))).toBeNull();
  expect(await loadSecurity(inputOf(answering('session.list', 'upstream_unavailable')))).toMatchObject({
    sessions: null,
    emailDay: '2026-11-20',
  });
});
