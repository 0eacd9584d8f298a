import type { Whitelabel } from '../../../shared/api/system/schemas.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { WEB_APP_PATHS } from '../../../shared/web-paths.ts';
import { ICON_SIZES } from './icons.ts';

/** Page colours of the two themes. */
const COLOUR = { dark: '#0a0e18', light: '#f8f5f1' } as const;

/** The manifest of the installable site in one language, under the merchant's name and colours. */
export function manifestOf(site: Pick<Whitelabel, 'brandName' | 'defaultTheme'>, language: Language, t: Translate): object {
  const colour = COLOUR[site.defaultTheme];
  const icon = (purpose: 'any' | 'maskable', size: number) => ({
    src: `${WEB_APP_PATHS.files}${purpose === 'any' ? 'icon' : 'maskable'}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('any', ICON_SIZES[0])] });
  return {
    // The id is the same for all languages.
    id: '/index',
    name: site.brandName,
    short_name: site.brandName,
    description: t('lobby.homeDescription', { brand: site.brandName }),
    lang: language.tag,
    dir: language.dir,
    start_url: '/index',
    scope: '/',
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons: ICON_SIZES.flatMap((size) => [icon('any', size), icon('maskable', size)]),
    shortcuts: [
      shortcut(t('lobby.promotions'), '/promotions'),
      shortcut(t('lobby.depositPage'), '/member/depositv2'),
      shortcut(t('lobby.bettingRecord'), '/member/personalHistoryCopy'),
      shortcut(t('pages.helpTitle'), '/help'),
    ],
  };
}
