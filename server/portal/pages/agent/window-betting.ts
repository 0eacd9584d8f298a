import { WINDOW_BET_GROUPS } from '../../../../shared/api/agent-team/constants.ts';
import { type windowBetExport, windowBets } from '../../../../shared/api/agent-team/contract.ts';
import type { WindowBetLine } from '../../../../shared/api/agent-team/schemas.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { GAME_CATEGORIES } from '../../../../shared/constants.ts';
import { zonedDay } from '../../../../shared/time.ts';
import { agentHref } from '../../../../views/components/member-entries.ts';
import { categoryLabel } from '../../../../views/components/navigation.ts';
import type { WindowReportView } from '../../../../views/pages/agent/window-betting.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { vendorChoices } from '../records/betting-record.ts';
import { FILE_NAME } from '../records/record-file.ts';
import type { Days } from '../records/record-period.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { choiceIn, codeIn } from './team-frame.ts';

const PAGE = agentHref('agentTeamBetting');
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const MINUTE_LENGTH = 16;

/** Windows of wages in the address: start of the first one and end of the last one, in UTC with seconds. */
export interface PlayWindow {
  readonly from: string;
  readonly to: string;
}
type Filter = WindowReportView['filter'];

export function readPlayWindow({ query }: Pick<VisitorInput, 'query'>): PlayWindow | undefined {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const areTimes = [from, to].every((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)));
  return areTimes ? { from, to } : undefined;
}

/** Address of the play that was counted into the windows. */
export function windowHref({ from, to }: PlayWindow, filter: Readonly<Record<string, string>> = {}, page = PAGE): string {
  const given = Object.entries({ from, to, ...filter }).filter(([, value]) => value !== '');
  return `${page}?${new URLSearchParams(given)}`;
}

/** "2026-11-25T07:00:00Z": without the fraction, which no window has. */
export function windowInstant(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
}

/** The days that the windows touch. */
export function windowDays({ from, to }: PlayWindow, timeZone: string): Days {
  return { name: 'custom', from: zonedDay(Date.parse(from), timeZone), to: zonedDay(Date.parse(to) - 1, timeZone) };
}

/** The play of the windows of a wage: exactly what its statement was computed from. */
export async function windowBetting(input: VisitorInput, window: PlayWindow): Promise<{ readonly window: WindowReportView } | RefusedPage> {
  const { query, timeZone, context } = input;
  const filter = readWindowFilter(input);
  const wanted = { ...windowQuery(window, filter), pageNo: pageNumber(query.get('pageNo')) };
  const answer = await input.upstream.call(windowBets, { query: wanted }, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const { lines, ...value } = answer.value;
  const href = (change: Readonly<Record<string, string>>) => windowHref(window, { ...filter, ...change });
  const [from, until] = [shownTime(window.from, timeZone), shownTime(window.to, timeZone)].map((text) => text.slice(0, MINUTE_LENGTH));
  const days = windowDays(window, timeZone);
  return {
    window: {
      ...value,
      action: PAGE,
      ...window,
      boundsText: [from ?? '', until ?? ''],
      filter,
      groups: WINDOW_BET_GROUPS.map((by) => ({ value: by, label: context.t(`team.by_${by}`) })),
      categories: context.menus.map(({ gameCategory }) => ({ value: gameCategory, label: categoryLabel(context.t, gameCategory) })),
      vendors: vendorChoices(input),
      lines: lines.map((line) => ({
        ...line,
        href: lineHref(line, filter, href),
        atText: line.change && shownTime(line.change.at, timeZone),
      })),
      csvHref: windowHref(window, { ...filter }, `${PAGE}/${FILE_NAME}`),
      pageHref: (pageNo) => href({ pageNo: String(pageNo) }),
      wholeHref: href({ memberId: '' }),
      daysHref: `${PAGE}?${new URLSearchParams({ period: 'custom', from: days.from, to: days.to, by: 'person' })}`,
    },
  };
}

/** Filter of the address; the play of one person is listed by change. */
export function readWindowFilter(input: Pick<VisitorInput, 'query'>): Filter {
  const memberId = codeIn(input, 'memberId');
  return {
    by: choiceIn(input, 'by', memberId ? ['bet', ...WINDOW_BET_GROUPS] : WINDOW_BET_GROUPS),
    memberId,
    gameCategory: choiceIn(input, 'gameCategory', ['', ...GAME_CATEGORIES]),
    vassalage: codeIn(input, 'vassalage'),
  };
}

/** The window and the filter as parameters of the calls. */
export function windowQuery({ from, to }: PlayWindow, { by, memberId, gameCategory, vassalage }: Filter): QueryOf<typeof windowBetExport> {
  const category = GAME_CATEGORIES.find((known) => known === gameCategory);
  return {
    from,
    until: to,
    by: WINDOW_BET_GROUPS.find((known) => known === by) ?? 'person',
    ...(memberId ? { memberId } : {}),
    ...(category ? { gameCategory: category } : {}),
    ...(vassalage ? { vassalage } : {}),
  };
}

/** The next step down: to the changes of a person, the games of a vendor, or the bet itself. */
function lineHref(
  { key, person, change }: WindowBetLine,
  { by }: Filter,
  href: (change: Readonly<Record<string, string>>) => string,
): string | null {
  if (by === 'vendor') return href({ vassalage: key, by: 'game' });
  if (person === null) return null;
  if (by === 'person') return href({ memberId: person.memberId, by: 'bet' });
  if (change?.betId === null || change?.betId === undefined) return null;
  return `${PAGE}?${new URLSearchParams({ view: 'bets', memberId: person.memberId, betId: change.betId })}`;
}
