import { favouriteGames, recentGames } from '../../../../shared/api/games/contract.ts';
import { systemWhitelabel } from '../../../../shared/api/system/contract.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { type OwnGames, OwnGamesPage } from '../../../../views/pages/games/own-games.tsx';
import { callOr, callValue } from '../call-value.ts';
import { VIEW_ISLANDS } from '../page-islands.ts';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';

const MAX = { recent: 50, favourites: 200 } as const;

/** `/recent` and `/favourites`; visitors get the sign-in and then the page. */
export function ownGamesPage(kind: OwnGames) {
  return async ({ upstream, visitor, context, form }: VisitorInput): Promise<PageView> => {
    const call = kind === 'recent' ? recentGames : favouriteGames;
    const [own, whitelabel] = await Promise.all([
      visitor.session ? callValue(upstream, call, { query: { count: MAX[kind] } }, visitor) : null,
      callOr(upstream, systemWhitelabel, {}, { ...visitor, session: null }, null),
    ]);
    const { t } = context;
    return {
      status: 200,
      title: t(kind === 'recent' ? 'games.recentPage' : 'games.favourites'),
      entry: 'views/pages/games/own-games.tsx',
      islands: VIEW_ISLANDS['views/pages/games/own-games.tsx'],
      noIndex: true,
      body: <OwnGamesPage context={context} kind={kind} games={own?.games ?? null} currency={whitelabel ?? NO_CURRENCY} form={form} />,
    };
  };
}
