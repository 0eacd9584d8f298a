import { describe, expect, it } from 'vitest';
import { FIELD_CODES, REFUSAL_CODES } from '../../../../shared/codes.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { PATTERNS } from '../../../../shared/rules/patterns.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/refusals.ts';
import { Refusal } from '../refusal.ts';
import { translateRefusal } from './translate.ts';
import { createTranslate } from './translate-text.ts';

const translate = createTranslate();
/** Texts of `upstream_unavailable` for calls that may have moved money. */
const OF_LOST_ANSWERS = ['errors.not_booked', 'errors.maybe_booked'];

describe('texts of refusals', () => {
  it('exist for every code, every field code and every pattern', () => {
    const wanted = [...REFUSAL_CODES, ...FIELD_CODES, ...PATTERNS.map((_pattern, id) => `rule_${id}`)].map((code) => `errors.${code}`);
    const known = Object.keys(TEXTS.EN ?? {}).filter((key) => key.startsWith('errors.') && !OF_LOST_ANSWERS.includes(key));
    expect(known.sort()).toEqual(wanted.sort());
  });

  it('are filled in, and English where there is no translation', () => {
    expect(translate('EN', 'errors.rule_4', { length: '6' })).toBe('Enter 6 digits.');
    expect(translate('XX', 'errors.not_found')).toBe(translate('EN', 'errors.not_found'));
  });

  it('repeat what a visitor typed as text', () => {
    expect(translate('EN', 'errors.game_maintenance', { game: '<b>&{{x}}' })).toContain('<b>&');
  });
});

describe('a refusal', () => {
  it('of business is an answer of status 200 with code, text and fields', () => {
    const refusal = new Refusal('amount_out_of_range', { min: '10.00', max: '50.00' }, { amount: { code: 'field_format' } });
    expect(translateRefusal(refusal, 'EN', translate)).toEqual({
      status: 200,
      headers: {},
      envelope: {
        success: false,
        value: null,
        code: 'amount_out_of_range',
        message: 'Enter an amount from 10.00 to 50.00.',
        errors: { amount: { code: 'field_format', message: 'The format is invalid. Check your entry.' } },
        params: { min: '10.00', max: '50.00' },
      },
    });
  });

  it('that is temporary names the retry time', () => {
    expect(translateRefusal(new Refusal('server_busy'), 'EN', translate)).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    const many = translateRefusal(new Refusal('sms_too_many', { seconds: 1_380, minutes: 23 }), 'EN', translate);
    expect(many).toMatchObject({
      status: 200,
      headers: { 'Retry-After': '1380' },
      envelope: { message: expect.stringContaining('23 minutes') },
    });
    const wait = translateRefusal(new Refusal('sms_wait', { seconds: 40 }), 'EN', translate);
    expect([wait.headers, wait.envelope.message]).toEqual([{ 'Retry-After': '40' }, expect.stringContaining('40 seconds')]);
  });

  it.each([
    ['deposit-day', 'Deposits in 24 hours'],
    ['loss-month', 'Losses in a month'],
    ['stake-once', 'Highest stake of one bet'],
  ])('by the limit %s names the limit', (rule, name) => {
    const refusal = protectionRefusal({ code: 'limit_exceeded', rule, value: '$20.00', until: null });
    expect(translateRefusal(refusal, 'EN', translate).envelope.message).toBe(`Your limit “${name}” is $20.00. Enter a smaller amount.`);
    for (const language of Object.keys(TEXTS))
      expect(translateRefusal(refusal, language, translate).envelope.message, language).toContain(
        translate(language, `protection.limit_${rule.replace('-', '_')}`),
      );
  });
});
