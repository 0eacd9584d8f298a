import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/i18n/languages.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { createTexts } from './texts.ts';

describe('texts', () => {
  it('are in the requested language, else in English, else the key, the same on repeated calls', async () => {
    const { translate } = await createTexts();
    for (const { code } of LANGUAGES) {
      for (const key of ['errors.unauthorized', 'errors.unauthorized']) {
        expect(translate(code, key)).toBe(TEXTS[code]?.[key] ?? TEXTS.EN?.[key]);
      }
    }
    expect(translate('EN', 'no.such.key')).toBe('no.such.key');
    expect(translate(undefined, 'errors.unauthorized')).toBe(TEXTS.EN?.['errors.unauthorized']);
    expect(translate('XX', 'errors.unauthorized')).toBe(TEXTS.EN?.['errors.unauthorized']);
  });

  it('insert parameters unchanged', async () => {
    const { translate } = await createTexts();
    const text = TEXTS.EN?.['errors.field_length'] ?? '';
    expect(text).toContain('{{length}}');
    expect(translate('EN', 'errors.field_length', { length: '<6 & 20>' })).toBe(text.replace('{{length}}', '<6 & 20>'));
    expect(translate('EN', 'errors.field_length', { length: '7' })).toContain('7');
  });
});
