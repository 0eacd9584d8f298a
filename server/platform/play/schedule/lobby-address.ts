import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { lotteryLaunch } from '../../../../shared/api/schedule/calls.ts';
import type { LottoArea } from '../../../../shared/api/schedule/constants.ts';

type Lobby = Pick<BodyOf<typeof lotteryLaunch>, 'lottoArea' | 'lottoGameCode' | 'view' | 'backUrl'>;

const LOBBIES: Readonly<Record<LottoArea, string>> = { LOTT: '/lottery', SEA: '/seaLottery', VN: '/vnlottery' };
const SITE_ORIGIN = 'http://site.invalid';

/** Address of a lottery lobby on this site; undefined if its back link leads to another site. */
export function lobbyAddress(target: Lobby): string | undefined {
  const { lottoArea, lottoGameCode, view, backUrl } = target;
  if (backUrl !== undefined && !isSamesitePath(backUrl)) return undefined;
  const query = new URLSearchParams({
    ...(lottoGameCode === undefined ? {} : { gameCode: lottoGameCode }),
    ...(view === undefined ? {} : { view }),
    ...(backUrl === undefined ? {} : { backUrl }),
  });
  return query.size > 0 ? `${LOBBIES[lottoArea]}?${query}` : LOBBIES[lottoArea];
}

/** A path that every browser resolves to this site: no `//host`, no backslash, no control characters. */
function isSamesitePath(address: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(address) || address.includes('\\') || !URL.canParse(address, SITE_ORIGIN)) return false;
  const url = new URL(address, SITE_ORIGIN);
  return url.origin === SITE_ORIGIN && !url.pathname.startsWith('//');
}
