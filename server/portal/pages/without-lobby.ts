import type { SiteContext } from './page-view.ts';

/** Header, menus and footer of a site for members only, for visitors: without categories, vendors and the numbers of games. */
export function withoutLobby<Context extends SiteContext>(context: Context): Context {
  return context.features.loginOnlyHome ? { ...context, menus: [] } : context;
}
