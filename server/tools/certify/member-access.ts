import { launchGame } from '../../../shared/api/games/calls.ts';
import { launchAddress } from '../../../shared/api/launch-address.ts';
import { sessionLogout } from '../../../shared/api/session/calls.ts';
import type { PlatformUnderTest } from './platform-world.ts';
import { Deviation } from './report.ts';

export interface MemberAccess {
  readonly portal: string;
  readonly username: string;
  readonly password: string;
  readonly gameId: string;
  /** Query field of the launch address that holds the ticket. */
  readonly ticketField: string;
}

/** A merchant with a file has its code in front of the name. */
const SESSION_COOKIE = /^(?:__Host-)?(?:[\w-]+_)?session=./;

/** A member who signs in, launches the game and signs out through a portal, like a browser without script. */
export function memberAccess(access: MemberAccess): Pick<Required<PlatformUnderTest>, 'ticket' | 'expire'> {
  const { portal, username, password, gameId, ticketField } = access;
  const origin = new URL(portal).origin;
  let cookie: string | undefined;

  async function signIn(): Promise<string> {
    const answer = await fetch(`${origin}/form/session.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      body: new URLSearchParams({ username, password, back: '/index' }).toString(),
      redirect: 'manual',
    });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    if (!cookies.some((pair) => SESSION_COOKIE.test(pair))) throw new Deviation(`signing in as ${username} failed`);
    return cookies.join('; ');
  }

  const call = async ({ path, method }: { readonly path: string; readonly method: string }, body?: object) => {
    cookie ??= await signIn();
    const headers = { cookie, origin, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return (await answer.json()) as {
      readonly success: boolean;
      readonly code?: string;
      readonly value: Parameters<typeof launchAddress>[0];
    };
  };

  return {
    async ticket() {
      const launch = await call(launchGame, { gameId });
      if (!launch.success) throw new Deviation(`launching ${gameId} was refused: ${launch.code}`);
      const ticket = new URL(launchAddress(launch.value), origin).searchParams.get(ticketField);
      if (ticket === null) throw new Deviation(`the launch address has no field ${ticketField}: name it with --ticket-field`);
      return ticket;
    },
    async expire() {
      await call(sessionLogout);
      cookie = undefined;
    },
  };
}
