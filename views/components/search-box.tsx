import type { SearchBoxProps } from '../../client/islands/search/props.ts';
import type { GameMenu } from '../../shared/api/games/schemas.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { Island } from './island.tsx';
import { destinations, gamesOf, vendorHref } from './navigation.ts';
import { vendorsOf } from './providers.tsx';

/** Search in all games, with suggestions of games, providers and categories. */
export function SearchBox({ t, menus }: { readonly t: Translate; readonly menus: readonly GameMenu[] }) {
  return <Island name="search-box" hydrate="interaction" props={searchBoxProps(t, menus)} />;
}

function searchBoxProps(t: Translate, menus: readonly GameMenu[]): SearchBoxProps {
  const categories = destinations(menus, t, '');
  return {
    total: gamesOf(menus),
    categories: categories.map(({ label, href, icon }) => ({ label, href, icon, note: t('games.suggestCategory') })),
    providers: vendorsOf(menus).map(({ displayName, vassalage, gameCategory, smallIcon, popup }) => ({
      label: displayName,
      href: vendorHref(gameCategory, vassalage, popup),
      note: t('games.suggestProvider'),
      ...(smallIcon ? { picture: smallIcon } : { icon: 'layers' }),
    })),
  };
}
