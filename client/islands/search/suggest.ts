import type { Game } from '../../../shared/api/games/schemas.ts';
import { launchHref } from '../../page/paths.ts';
import type { SearchPlace } from './props.ts';

/** One line of the list: a recent search fills the field, the others are links. */
export interface Option {
  readonly key: string;
  readonly group: 'recent' | 'places' | 'games';
  readonly label: string;
  readonly note: string;
  readonly href: string;
  readonly picture: string;
  readonly icon: string;
}

const MAX_PLACES = 3;

/** Without case and accents, as the platform compares names. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd').trim();
}

/** Categories and providers with a word that starts with the text. */
export function matchingPlaces(places: readonly SearchPlace[], text: string): readonly SearchPlace[] {
  const wanted = plain(text);
  return places.filter(({ label }) => ` ${plain(label)}`.includes(` ${wanted}`)).slice(0, MAX_PLACES);
}

export function placeOption({ label, note, href, icon, picture }: SearchPlace): Option {
  return { key: href, group: 'places', label, note, href, icon: icon ?? '', picture: picture ?? '' };
}

export function gameOption(game: Game): Option {
  const { gameId, gameName, accountTypeName, showIcon } = game;
  return { key: gameId, group: 'games', label: gameName, note: accountTypeName, href: launchHref(game), picture: showIcon, icon: '' };
}
