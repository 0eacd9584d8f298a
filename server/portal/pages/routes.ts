import { LOTTERY_PATHS } from '../../../client/islands/lottery/lottery-view.ts';
import type { ModalHostProps } from '../../../client/islands/sign-in/props.ts';
import { PATHS } from '../../../client/page/paths.ts';
import { MEMBER_PAGES } from '../../../views/components/member-entries.ts';
import { OWN_GAMES } from '../../../views/pages/games/own-games.tsx';
import { MALL_PAGE } from '../../../views/pages/rewards/mall-filter.ts';
import { onwardPath } from '../forms/next-step.ts';
import { AGENT_HOME, AGENT_PAGES, agentPage } from './agent/agent-page.tsx';
import { applyPage } from './agent/apply-page.tsx';
import { CONTENT_PAGES } from './content/content-pages.ts';
import { customerServicePage } from './customer-service/customer-service-page.tsx';
import { domainRoutesPage } from './domain-routes/domain-routes-page.tsx';
import { gamePage, seamlessPage } from './game-frame/game-page.tsx';
import { gameListPage, isUnbounded, listParameters } from './games/game-list-page.tsx';
import { ownGamesPage } from './games/own-games-page.tsx';
import { homePage } from './home/home-page.tsx';
import type { LoadInput } from './load-input.ts';
import { bettingHref, LOTTERY_PARAMETERS, lotteryPage } from './lottery/lottery-page.tsx';
import { memberPage } from './member/index.tsx';
import type { PageRedirect, PageView, Query } from './page-view.ts';
import { pointMallPage } from './rewards/point-mall-page.tsx';
import { rafflePage } from './rewards/raffle-page.tsx';
import { type EntryAddress, entryQuery, readEntry, UNBOUNDED_PARAMETERS } from './sign-in/entry-address.ts';
import { entryPageView } from './sign-in/entry-page.tsx';
import { notFoundPage } from './status/not-found-page.tsx';
import type { VisitorInput } from './visitor-input.ts';

/** A page that is the same for all visitors, so it is cached. */
export interface PublicRoute {
  readonly kind: 'public';
  /** The parameters that the page depends on, in one order. */
  readonly query: (query: Query) => URLSearchParams;
  /** Parameters with an unbounded set of values: a page with one of these is not cached. */
  readonly uncacheable: readonly string[];
  /** The same for a whole query, as returned by `query`. */
  readonly unbounded?: (query: Query) => boolean;
  readonly modal: (query: Query) => Partial<ModalHostProps>;
  /** The address of another page that a query asks for. */
  readonly moved?: (query: Query) => string | undefined;
  /** The page contains offers, which members on a break must not see. */
  readonly offers?: boolean;
  /** Members get a page of their own, rendered with their session. */
  readonly ownForMembers?: boolean;
  readonly load: (input: LoadInput) => Promise<PageView>;
}
/** A page rendered for one visitor. */
export interface VisitorRoute {
  readonly kind: 'visitor';
  /** The page of a signed-in visitor launches a game. */
  readonly launches?: boolean;
  /** Dialog for signed-out visitors, if it is not the sign-in. */
  readonly modal?: (here: string) => Partial<ModalHostProps>;
  readonly load: (input: VisitorInput) => Promise<PageView | PageRedirect>;
}
export interface RedirectRoute {
  readonly kind: 'redirect';
  readonly to: string;
}
/** A page with an open entry dialog; its address decides whether it is the same for all visitors. */
export interface EntryRoute {
  readonly kind: 'entry';
  readonly page: PublicRoute;
  readonly read: (query: Query) => EntryAddress;
}
export type Route = EntryRoute | PublicRoute | VisitorRoute | RedirectRoute;

const LIST_PAGES = ['/rng', '/live', '/fish', '/pvp', '/elott', '/sports', '/esports'];

/** Every page by its path. */
export const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/', { kind: 'redirect', to: '/index' }],
  ['/index', { ...publicPage(homePage), offers: true }],
  ...['/register', '/register.html', '/login'].map((path): [string, Route] => [path, entryPage(path)]),
  ...OWN_GAMES.map((kind): [string, Route] => [`/${kind}`, { kind: 'visitor', load: ownGamesPage(kind) }]),
  ...LOTTERY_PATHS.map((path): [string, Route] => [
    path,
    { ...publicPage(lotteryPage(path), LOTTERY_PARAMETERS, LOTTERY_PARAMETERS), moved: (query) => bettingHref(path, query) },
  ]),
  ...LIST_PAGES.map((path): [string, Route] => [path, listPage(path)]),
  ...CONTENT_PAGES.map(({ path, load, parameters, uncacheable, offers = false, ownForMembers = false }): [string, Route] => [
    path,
    { ...publicPage(load, parameters, uncacheable), offers, ownForMembers },
  ]),
  ['/game', { kind: 'visitor', launches: true, load: gamePage }],
  ['/seamless', { kind: 'visitor', launches: true, load: seamlessPage }],
  [PATHS.customerService, { kind: 'visitor', modal: () => ({}), load: customerServicePage }],
  ['/routes', { kind: 'visitor', modal: () => ({}), load: domainRoutesPage }],
  [MALL_PAGE, { kind: 'visitor', modal: () => ({}), load: pointMallPage }],
  ['/raffle', { kind: 'visitor', modal: () => ({}), load: rafflePage }],
  ['/join/apply', { kind: 'visitor', modal: () => ({}), load: applyPage }],
  ['/member', { kind: 'redirect', to: '/member/securityCenter' }],
  // Both spellings of this address are in use.
  ['/member/PlayerRank', { kind: 'redirect', to: '/member/playerRank' }],
  ...MEMBER_PAGES.map((page): [string, Route] => [`/member/${page}`, { kind: 'visitor', load: memberPage(page) }]),
  ['/agent', { kind: 'redirect', to: `/agent/${AGENT_HOME}` }],
  ...AGENT_PAGES.map((page): [string, Route] => [`/agent/${page}`, { kind: 'visitor', load: agentPage(page) }]),
]);

/** Answers every unknown address. */
export const NOT_FOUND_ROUTE: PublicRoute = publicPage(notFoundPage);

function publicPage(load: PublicRoute['load'], parameters: readonly string[] = [], uncacheable: readonly string[] = []): PublicRoute {
  return { kind: 'public', query: (query) => pick(query, parameters), uncacheable, modal: () => ({}), load };
}

function listPage(path: string): PublicRoute {
  return { ...publicPage(gameListPage(path)), query: (query) => listParameters(path, query), unbounded: isUnbounded };
}

function entryPage(path: string): EntryRoute {
  const read = (query: Query) => readEntry(path, query);
  const query = (given: Query) => entryQuery(path, given);
  return {
    kind: 'entry',
    read,
    page: { kind: 'public', query, uncacheable: UNBOUNDED_PARAMETERS, modal: read, load: entryPageView(path) },
  };
}

/** The given parameters of these names in a fixed order, so that a page has one address. */
function pick(query: Query, names: readonly string[]): URLSearchParams {
  return new URLSearchParams(names.map((name): [string, string] => [name, query.get(name) ?? '']).filter(([, value]) => value !== ''));
}

/** Dialog of a members' page for signed-out visitors: the sign-in, which returns to the page. */
export function signedOutModal(here: string): Partial<ModalHostProps> {
  return { open: 'login', next: onwardPath(here) ?? null };
}
