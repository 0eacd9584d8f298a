import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languageOf } from '../../shared/i18n/languages.ts';
import type { PageContext, SiteResource } from './page-context.ts';
import { RightBar } from './right-bar.tsx';

const resource = (resourceType: string, url: string, qrCodeUrl = ''): SiteResource => ({
  ...{ resourceType, url, qrCodeUrl, labelNameCn: '标签', labelNameEn: `Label of ${resourceType}` },
});

function render(resources: readonly SiteResource[], language = 'EN'): string {
  const context = { t: (key: string) => key, language: languageOf(language), features: {}, resources } as unknown as PageContext;
  return renderToStaticMarkup(<RightBar context={context} />);
}

test('what the merchant has not got is not there; customer service always is', () => {
  const html = render([]);
  expect(html).toContain('href="/customerService"');
  for (const trace of ['mailto:', 'popover=', 'header.social']) expect(html).not.toContain(trace);
});

test('each app has a code of its own: drawn by the site, 200 wide with a margin of 20, or the picture that the merchant gives', () => {
  const html = render([
    ...[resource('ios', 'https://apps.example/ios'), resource('ios-lite', '/lite.mobileconfig', '/codes/lite.png')],
    ...[resource('android', 'https://apps.example/android'), resource('social', 'https://social.example/lagoon')],
    resource('email', 'help@example.com'),
  ]);
  expect(html.match(/src="\/app\/qr-(ios|android)\.svg"[^>]*width="240" height="240"/g)).toHaveLength(2);
  expect(html).toContain('src="/codes/lite.png"');
  expect(html).toContain('href="mailto:help@example.com"');
  expect(html).toContain('href="https://social.example/lagoon"');
  for (const type of ['ios', 'ios-lite', 'android']) expect(html).toContain(`popoverTarget="app-${type}"`);
});

test('names are those of the language', () => {
  expect(render([resource('ios', 'https://apps.example/ios')], 'CN')).toContain('标签');
  expect(render([resource('ios', 'https://apps.example/ios')])).toContain('Label of ios');
});
