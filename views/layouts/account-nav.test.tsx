import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { PlaceContext } from '../components/island.tsx';
import { AccountMenu } from './account-nav.tsx';
import type { PageContext } from './page-context.ts';

const t = translator(TEXTS.EN ?? {}, 'en');
const context = { t, features: {}, hasAgent: true } as unknown as PageContext;

test.each([
  ['securityCenter', 'My account'],
  ['withdraw', 'My account Withdraw'],
] as const)('the collapsed navigation of %s is named once: %s', (currentPage, name) => {
  const html = renderToStaticMarkup(
    <PlaceContext value={() => 'slot'}>
      <AccountMenu context={context} currentPage={currentPage} />
    </PlaceContext>,
  );
  const summary = /<summary.*?<\/summary>/s.exec(html)?.[0] ?? '';
  expect(
    summary
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(name);
});
