import type { MatchView } from '../../client/islands/games/match-view.ts';
import type { Translate } from '../../shared/i18n/translate.ts';

/** Which of the matches are virtual, and the zone of the times. */
export function matchesNote(t: Translate, matches: readonly Pick<MatchView, 'isVirtual' | 'league'>[], zone: string): string {
  const virtual = matches.filter(({ isVirtual }) => isVirtual);
  const leagues = [...new Set(virtual.map(({ league }) => league))].join(', ');
  const some = virtual.length === 0 ? [] : [t('games.matchesSomeSimulated', { leagues })];
  return [
    ...(virtual.length === matches.length && some.length > 0 ? [t('games.matchesSimulated')] : some),
    t('games.matchesZone', { zone }),
  ].join(' ');
}
