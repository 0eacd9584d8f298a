import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languageOf } from '../../shared/i18n/languages.ts';
import { Licence } from './footer.tsx';
import type { PageContext, SiteResource } from './page-context.ts';

const licence = (url: string, qrCodeUrl = ''): SiteResource => ({
  resourceType: 'licence',
  url,
  qrCodeUrl,
  labelNameCn: '牌照',
  labelNameEn: 'Licence 1234',
});

function render(resources: readonly SiteResource[], language = 'EN'): string {
  const context = { t: (key: string) => key, language: languageOf(language), resources } as unknown as PageContext;
  return renderToStaticMarkup(<Licence context={context} />);
}

test('is absent if the merchant has none', () => {
  expect(render([])).toBe('');
});

test('is a picture with the name of the licence, in the language', () => {
  expect(render([licence('/licence.svg')])).toMatch(/^<img[^>]* src="\/licence\.svg"[^>]* alt="Licence 1234"/);
  expect(render([licence('/licence.svg')], 'CN')).toContain('alt="牌照"');
});

test('links to the register if that has an address', () => {
  expect(render([licence('https://register.example/1234', '/licence.svg')])).toMatch(
    /^<a href="https:\/\/register\.example\/1234"[^>]*><img[^>]* src="\/licence\.svg"/,
  );
});
