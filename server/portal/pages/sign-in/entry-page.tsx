import { MembersOnlyHome } from '../../../../views/pages/home/members-only-home.tsx';
import { homePage } from '../home/home-page.tsx';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';
import { withoutLobby } from '../without-lobby.ts';

/** The page below a dialog of sign-in or registration: the home page, without any of its content on a site for members only. */
export function entryPageView(path: string): (input: LoadInput) => Promise<PageView> {
  return async (input) => {
    const { context } = input;
    const title = context.t(path === '/login' ? 'lobby.login' : 'lobby.register');
    if (!context.features.loginOnlyHome) return { ...(await homePage(input)), title };
    const body = <MembersOnlyHome context={withoutLobby(context)} />;
    return { status: 200, title, entry: 'views/pages/home/members-only-home.tsx', islands: [], body };
  };
}
