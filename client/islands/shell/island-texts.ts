import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  drawer: textKeys({
    wallet: 'balance inGames refresh hide show unknown',
    header: 'menu closeMenu otherSide login join deposit withdraw language signOut',
  }),
  'header-bar': textKeys({
    auth: 'username password',
    header: 'login join account deposit withdraw personalCentre bettingRecord signOut trial inbox inboxUnread announced',
    wallet: 'balance inGames refresh hide show updatedAt notUpdated unknown',
  }),
  'install-app': ['pages.downInstall', 'pages.downInstalled'],
  'language-menu': ['header.language', 'header.chooseLanguage'],
  'theme-toggle': ['header.toLight', 'header.toDark'],
  'toast-host': ['common.dismiss'],
};
