import { ANNOUNCEMENT_EXECUTION, ANNOUNCEMENT_TYPES } from '../../../shared/api/publishing/constants.ts';
import { CLIENT_TYPE, GAME_PAGE_SIZE, OPENED_NUMBERS_COUNT, PLATFORM_WEB, POPULAR_GAMES_COUNT } from '../../../shared/constants.ts';

import { windowOf } from './list-window.ts';

/** Facts that a call's parameters need. */
export interface QueryFacts {
  readonly merchant: string;
  /** Wire code. */
  readonly language: string;
  /** Host of the site, without a port. */
  readonly site: string;
  /** The platform has the calls of the specification only, not those of this product. */
  readonly isForeign: boolean;
}

type Parameters = Readonly<Record<string, string | number>>;

const PLATFORMS = 'flash,html5-desktop';
const LOTTERY = { prizeMode: 'SEA', device: 'WEB' };

const PARAMETERS: Readonly<Record<string, (facts: QueryFacts) => Parameters>> = {
  'system.status': ({ site }) => ({ url: site }),
  'agent.affiliate': ({ site }) => ({ domain: site }),
  'games.menus': ({ merchant }) => ({ merchantCode: merchant }),
  'games.vendors': ({ merchant }) => ({ merchantCode: merchant }),
  'games.list': ({ merchant, language }) => ({
    clientType: CLIENT_TYPE,
    platform: PLATFORMS,
    channel: merchant,
    merchant,
    pageNo: 1,
    pageSize: GAME_PAGE_SIZE,
    language,
  }),
  'games.hot': ({ merchant, language }) => ({ merchantCode: merchant, isPlatform: 2, platform: PLATFORMS, language }),
  'games.popular': ({ language }) => ({ count: POPULAR_GAMES_COUNT, ...LOTTERY, language }),
  'lottery.vnNumbers': ({ language }) => ({ count: OPENED_NUMBERS_COUNT, ...LOTTERY, language }),
  'lottery.openedNumbers': ({ language }) => ({ count: OPENED_NUMBERS_COUNT, ...LOTTERY, language }),
  'content.announcements': ({ language }) => ({
    types: ANNOUNCEMENT_TYPES.join(),
    platform: PLATFORM_WEB,
    execution: ANNOUNCEMENT_EXECUTION,
    language,
  }),
};

/**
 * The query of a call to a remote platform, with the parameters that the specification of the calls names. Given ones win. A platform without
 * `gameCategory` gets the category as `gameType`.
 */
export function specifiedSearch(callId: string, search: string, facts: QueryFacts): string {
  const parameters = PARAMETERS[callId]?.(facts);
  if (!parameters) return search;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(parameters)) if (value !== '' && !query.has(name)) query.set(name, String(value));
  const category = query.get('gameCategory');
  if (facts.isForeign && category !== null && !query.has('gameType')) query.set('gameType', category);
  const window = facts.isForeign && callId === 'games.list' ? windowOf(query) : undefined;
  if (window) for (const name of ['pageNo', 'pageSize'] as const) query.set(name, String(window[name]));
  return `?${query}`;
}
