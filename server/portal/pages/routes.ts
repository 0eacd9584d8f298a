import type { ModalHostProps } from '../../../client/lib/island-props.ts';
import { HELP_PAGES } from '../../../views/layouts/footer.tsx';
import { MEMBER_PAGES } from '../../../views/pages/member.tsx';
import { safePath } from '../forms/safe-path.ts';
import { gamePage } from './game-page.tsx';
import { memberPage } from './member-page.tsx';
import type { PageView, Query } from './page-view.ts';
import { articlesPage, gameListPage, helpPage, homePage, type LoadInput } from './public-pages.tsx';
import type { VisitorInput } from './visitor-input.ts';

/** The same for everybody, so it is kept: `query` names the parameters that it varies on. */
export interface PublicRoute {
  readonly kind: 'public';
  readonly query: readonly string[];
  /** Parameters with endless values: a page asked for with one of these is not kept. */
  readonly unkept: readonly string[];
  readonly modal: (query: Query) => Partial<ModalHostProps>;
  readonly load: (input: LoadInput) => Promise<PageView>;
}
/** Made for one visitor. */
export interface VisitorRoute {
  readonly kind: 'visitor';
  readonly load: (input: VisitorInput) => Promise<PageView>;
}
export interface RedirectRoute {
  readonly kind: 'redirect';
  readonly to: string;
}
export type Route = PublicRoute | VisitorRoute | RedirectRoute;

const LIST_QUERY = ['page', 'category', 'gameType', 'gameName', 'sort', 'pageNo'];
const LIST_PAGES = ['/rng', '/live', '/fish', '/pvp', '/elott', '/sports', '/esports'];

/** Every page by its path. */
export const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/', { kind: 'redirect', to: '/index' }],
  ['/index', publicPage(homePage)],
  ['/register', signUp()],
  ['/register.html', signUp()],
  ['/login', publicPage(homePage, ['next'], ['next'], (query) => ({ open: 'login', next: nextOf(query) }))],
  ...LIST_PAGES.map((path): [string, Route] => [path, publicPage(gameListPage(path), LIST_QUERY, ['gameName', 'gameType'])]),
  ['/promotions', publicPage(articlesPage('promotions'))],
  ['/noticePage', publicPage(articlesPage('notices'))],
  ...HELP_PAGES.map((page): [string, Route] => [`/help/${page}`, publicPage(helpPage(page))]),
  ['/game', { kind: 'visitor', load: gamePage }],
  ['/member', { kind: 'redirect', to: '/member/securityCenter' }],
  ...MEMBER_PAGES.map((page): [string, Route] => [`/member/${page}`, { kind: 'visitor', load: memberPage(page) }]),
]);

function publicPage(
  load: PublicRoute['load'],
  query: readonly string[] = [],
  unkept: readonly string[] = [],
  modal: PublicRoute['modal'] = () => ({}),
): PublicRoute {
  return { kind: 'public', query, unkept, modal, load };
}

function signUp(): PublicRoute {
  const parameters = ['next', 'referralCode'];
  return publicPage(homePage, parameters, parameters, (query) => ({
    open: 'register',
    next: nextOf(query),
    referralCode: /^[A-Za-z0-9_-]{1,64}$/.exec(query.get('referralCode') ?? '')?.[0] ?? '',
  }));
}

function nextOf(query: Query): string | null {
  return safePath(query.get('next'), '') || null;
}

/** Signed-out visitors of a page for members get the sign-in dialog at once and come back to the page. */
export function signedOutModal(here: string): Partial<ModalHostProps> {
  return { open: 'login', next: safePath(here, '') || null };
}
