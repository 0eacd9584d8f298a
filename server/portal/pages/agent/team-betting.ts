import { TEAM_BET_GROUPS, TEAM_BET_SCOPES } from '../../../../shared/api/agent-team/constants.ts';
import { type teamBetExport, teamBets, teamMemberBets } from '../../../../shared/api/agent-team/contract.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { GAME_CATEGORIES } from '../../../../shared/constants.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { categoryLabel } from '../../../../views/components/navigation.ts';
import type { TeamBettingView, TeamReportView } from '../../../../views/pages/agent/team-betting.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { betQuery, betView, readBetFilter, vendorChoices } from '../records/betting-record.ts';
import { fileHref } from '../records/record-file.ts';
import type { Days } from '../records/record-period.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { choiceIn, codeIn, type TeamFrame, teamFrame } from './team-frame.ts';
import { readPlayWindow, windowBetting } from './window-betting.ts';

const PAGE = 'agentTeamBetting';
type Filter = TeamReportView['filter'];
const NOTHING = { person: null, lines: [], totals: null, pageNum: 1, totalPages: 1, ...NO_CURRENCY };

/** Play of the team: a report of the days of the address, the play of a window of wages, or the bets of one person (`view=bets`). */
export async function teamBetting(input: VisitorInput): Promise<TeamBettingView | RefusedPage> {
  const memberId = codeIn(input, 'memberId');
  if (memberId && input.query.get('view') === 'bets') return betsOf(input, memberId);
  const window = readPlayWindow(input);
  if (window) return windowBetting(input, window);
  const filter = readTeamBetFilter(input);
  const team = teamFrame(input, PAGE, { ...filter });
  const query = { ...teamBetQuery(team.days, filter), pageNo: pageNumber(input.query.get('pageNo')) };
  const answer = team.frame.period.problem ? undefined : await input.upstream.call(teamBets, { query }, input.visitor);
  if (answer && !answer.success) return refusedBy(answer);
  const { lines, ...value } = answer?.value ?? NOTHING;
  return {
    report: {
      ...value,
      frame: team.frame,
      filter,
      groups: TEAM_BET_GROUPS.map((by) => ({ value: by, label: input.context.t(`team.by_${by}`) })),
      scopes: TEAM_BET_SCOPES.map((scope) => ({ value: scope, label: input.context.t(`team.scope_${scope}`) })),
      categories: categoryChoices(input),
      vendors: vendorChoices(input),
      lines: lines.map((line) => ({ ...line, href: lineHref(team, filter, line.key) })),
      csvHref: fileHref(team.frame.action, team.days, { ...filter }),
      pageHref: team.pageHref,
      betsHref: memberId && filter.scope !== 'team' ? team.href({ view: 'bets', scope: '', by: '' }) : null,
      wholeHref: team.href({ memberId: '', scope: '' }),
    },
  };
}

/** Filter of the address; without one, play by person, and play of one person by game. */
export function readTeamBetFilter(input: Pick<VisitorInput, 'query'>): Filter {
  const memberId = codeIn(input, 'memberId');
  return {
    by: choiceIn(input, 'by', memberId ? ['game', ...TEAM_BET_GROUPS] : TEAM_BET_GROUPS),
    memberId,
    scope: memberId ? choiceIn(input, 'scope', TEAM_BET_SCOPES) : '',
    gameCategory: choiceIn(input, 'gameCategory', ['', ...GAME_CATEGORIES]),
    vassalage: codeIn(input, 'vassalage'),
  };
}

/** The filter as parameters of the calls of play. */
export function teamBetQuery(days: Days, { by, memberId, scope, gameCategory, vassalage }: Filter): QueryOf<typeof teamBetExport> {
  const category = GAME_CATEGORIES.find((known) => known === gameCategory);
  return {
    fromDay: days.from,
    toDay: days.to,
    by: TEAM_BET_GROUPS.find((known) => known === by) ?? 'person',
    scope: scope === 'team' ? 'team' : 'person',
    ...(memberId ? { memberId } : {}),
    ...(category ? { gameCategory: category } : {}),
    ...(vassalage ? { vassalage } : {}),
  };
}

function categoryChoices({ context }: VisitorInput) {
  return context.menus.map(({ gameCategory }) => ({ value: gameCategory, label: categoryLabel(context.t, gameCategory) }));
}

/** The next step down: from a person or a vendor to games, from a game to the people who played it. */
function lineHref(team: TeamFrame, { by }: Filter, key: string): string {
  if (by === 'person') return team.href({ memberId: key, scope: '', by: 'game' });
  return by === 'vendor' ? team.href({ vassalage: key, by: 'game' }) : team.href({ by: 'person' });
}

async function betsOf(input: VisitorInput, memberId: string): Promise<TeamBettingView | RefusedPage> {
  const { query, timeZone, context } = input;
  const filter = readBetFilter(query);
  const betId = codeIn(input, 'betId');
  const team = teamFrame(input, PAGE, { ...filter, memberId, view: 'bets' });
  const wanted = betId ? { betId } : { ...betQuery(team.days, timeZone, filter), pageNo: pageNumber(query.get('pageNo')) };
  const answer = await input.upstream.call(teamMemberBets, { query: { ...wanted, memberId } }, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const { person, bets, currency, currencySymbol, ...value } = answer.value;
  return {
    bets: {
      person,
      reportHref: team.href({ view: '', status: '', by: 'game' }),
      record: {
        ...value,
        currency: { currency, currencySymbol },
        bets: bets.map((bet) => betView(bet, timeZone, context.t)),
        ...team.frame,
        csvHref: null,
        filter,
        categories: categoryChoices(input),
        vendors: vendorChoices(input),
        single: betId !== '',
      },
    },
  };
}
