import { useEffect, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { SearchBoxProps } from './props.ts';
import { clearSearches, recentSearches } from './recent.ts';
import { gameOption, matchingPlaces, type Option, placeOption } from './suggest.ts';
import { MIN_SEARCH_LENGTH, type Suggestions, useSuggestions } from './use-suggestions.ts';

export interface OptionList {
  readonly options: readonly Option[];
  /** True if the list has content or a message. */
  readonly isVisible: boolean;
  readonly state: 'recent' | 'waiting' | 'none' | 'failed' | 'members' | 'found';
  clearRecent(): void;
}

/** Lines below the field: recent searches while it is empty, then matching places and games. */
export function useOptions(props: SearchBoxProps & { readonly t: Translate }, typed: string, open: boolean): OptionList {
  const text = typed.trim();
  const found = useSuggestions(typed);
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => {
    if (open) setRecent(recentSearches());
  }, [open]);
  const clearRecent = () => {
    clearSearches();
    setRecent([]);
  };
  if (text.length < MIN_SEARCH_LENGTH) {
    const options = text === '' ? recent.map(recentOption) : [];
    return { options, isVisible: options.length > 0, state: 'recent', clearRecent };
  }
  const { categories, providers, t } = props;
  const places = matchingPlaces([...categories, ...providers], text);
  const state = stateOf(found, places.length);
  const instead = state === 'none' || found?.problem ? categories : [];
  const options = [
    ...places.map(placeOption),
    ...(found?.games ?? []).map(gameOption),
    ...(found?.total != null && found.total > found.games.length ? [allOption(t, text, found.total)] : []),
    ...instead.map(placeOption),
  ];
  return { options, isVisible: true, state, clearRecent };
}

function stateOf(found: Suggestions | undefined, places: number): OptionList['state'] {
  if (!found) return 'waiting';
  if (found.problem) return found.problem;
  return found.games.length + places === 0 ? 'none' : 'found';
}

function recentOption(text: string): Option {
  return { key: `recent ${text}`, group: 'recent', label: text, note: '', href: '', picture: '', icon: 'history' };
}

function allOption(t: Translate, text: string, count: number): Option {
  const href = `/rng?${new URLSearchParams({ category: 'ALL', gameName: text })}`;
  return { key: 'all', group: 'games', label: t('games.suggestAll', { count }), note: '', href, picture: '', icon: 'search' };
}
