import { TEAM_SORTS } from '../../../../shared/api/agent-team/constants.ts';
import { type teamMemberExport, teamMembers } from '../../../../shared/api/agent-team/contract.ts';
import type { TeamPersonLine } from '../../../../shared/api/agent-team/schemas.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { WAGE_KINDS } from '../../../../shared/rules/wages.ts';
import { AGENT_ENTRIES, isOffered, MEMBER_ENTRIES, WAGE_PAGES } from '../../../../views/components/member-entries.ts';
import type { PeopleFilter, PersonView, TeamManagementView, TeamPeopleView } from '../../../../views/pages/agent/team-people.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { fileHref } from '../records/record-file.ts';
import type { Days } from '../records/record-period.ts';
import { shownTime } from '../shown-time.ts';
import { transferTo } from '../transfer/transfers.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { contractsHref } from './contract-page.ts';
import { choiceIn, codeIn, sameDays, type TeamFrame, teamFrame } from './team-frame.ts';

type PeoplePage = 'agentTeamManagement' | 'agentProfit';
const SEARCH_LENGTH = 32;
const NO_PEOPLE = { path: [], people: [], totals: null, sort: null, count: 0, pageNum: 1, totalPages: 1, ...NO_CURRENCY };

/** People of the team, one level or all, on the page of the list or of their profits. */
export function teamPeople(page: PeoplePage) {
  return async (input: VisitorInput): Promise<TeamPeopleView | RefusedPage> => {
    const filter = readPeopleFilter(input, page);
    const team = teamFrame(input, page, { ...filter });
    const { days, frame } = team;
    const query = { ...peopleQuery(days, filter), pageNo: pageNumber(input.query.get('pageNo')) };
    const answer = frame.period.problem ? undefined : await input.upstream.call(teamMembers, { query }, input.visitor);
    if (answer && !answer.success) return refusedBy(answer);
    const { path, people, sort, ...value } = answer?.value ?? NO_PEOPLE;
    return {
      ...value,
      frame,
      filter: { ...filter, sort: sort ?? filter.sort },
      isReordered: sort !== null && sort !== query.sort,
      sorts: TEAM_SORTS.map((sort) => ({ value: sort, label: input.context.t(`team.sort_${sort}`) })),
      path: path.map((person, n) => ({ ...person, href: team.href({ under: n === 0 ? '' : person.memberId }) })),
      people: people.map((person) => personView(input, team, person)),
      csvHref: fileHref(frame.action, days, { ...filter }),
      pageHref: team.pageHref,
    };
  };
}

/** The list of people, or the transfer to the person of `transferTo`. */
export async function teamManagement(input: VisitorInput): Promise<TeamManagementView | RefusedPage> {
  const to = codeIn(input, 'transferTo');
  if (!to) {
    const list = await teamPeople('agentTeamManagement')(input);
    return 'refused' in list ? list : { list };
  }
  const { days, href } = teamFrame(input, 'agentTeamManagement', { ...readPeopleFilter(input, 'agentTeamManagement') });
  const query = { fromDay: days.to, toDay: days.to, under: to };
  const answer = await input.upstream.call(teamMembers, { query }, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const receiver = answer.value.path.at(-1)?.account ?? null;
  const transfer = await transferTo(input, href({ transferTo: to }), 'downline', () => receiver);
  return 'refused' in transfer ? transfer : { transfer, backHref: href({}) };
}

/** Filter of the address. Without one, the list shows one level and the profits show the whole team. */
export function readPeopleFilter(input: Pick<VisitorInput, 'query'>, page: PeoplePage): PeopleFilter {
  const depth = page === 'agentProfit' ? (['all', 'direct'] as const) : (['direct', 'all'] as const);
  return {
    under: codeIn(input, 'under'),
    depth: choiceIn(input, 'depth', depth),
    type: choiceIn(input, 'type', ['', 'agent', 'member']),
    search: (input.query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    sort: choiceIn(input, 'sort', ['validBet', ...TEAM_SORTS]),
  };
}

/** The filter as parameters of the calls of people. */
export function peopleQuery(days: Days, { under, depth, type, search, sort }: PeopleFilter): QueryOf<typeof teamMemberExport> {
  return {
    fromDay: days.from,
    toDay: days.to,
    depth: depth === 'all' ? 'all' : 'direct',
    sort: TEAM_SORTS.find((known) => known === sort) ?? 'validBet',
    ...(under ? { under } : {}),
    ...(type === 'agent' || type === 'member' ? { type } : {}),
    ...(search ? { search } : {}),
  };
}

/** Of several contracts of one kind, the first of these is shown. */
const STATES = ['active', 'ended', 'requested'] as const;

/** The contract of each kind of wages with an agent directly below; none with others. */
function contractsOf(
  { context: { t, features }, timeZone }: VisitorInput,
  { level, agent, account, contracts }: TeamPersonLine,
): PersonView['contractLinks'] {
  if (level !== 1 || !agent) return [];
  return WAGE_KINDS.filter((kind) => isOffered(AGENT_ENTRIES, WAGE_PAGES[kind], features)).map((kind) => {
    const found = contracts.filter((contract) => contract.kind === kind);
    const contract = STATES.flatMap((state) => found.find((one) => one.state === state) ?? [])[0];
    return {
      kind,
      state: contract?.state ?? 'none',
      label: t(`team.income_${kind}`),
      stateText:
        contract?.state === 'ended'
          ? t('contracts.state_ending', { at: contract.until === null ? '' : shownTime(contract.until, timeZone) })
          : t(`contracts.state_${contract?.state ?? 'none'}`),
      href: contractsHref(kind, { account }),
    };
  });
}

function personView(input: VisitorInput, team: TeamFrame, person: TeamPersonLine): PersonView {
  const { timeZone, context } = input;
  const { memberId } = person;
  // The receiver is named by the account, which must not be masked.
  const mayTransfer =
    person.level === 1 && !person.account.includes('•') && !person.blocked && isOffered(MEMBER_ENTRIES, 'transferUpline', context.features);
  return {
    ...person,
    registeredText: shownTime(person.registeredAt, timeZone),
    lastLoginText: person.lastLoginAt === null ? '' : shownTime(person.lastLoginAt, timeZone),
    belowHref: team.href({ under: memberId, depth: 'direct', search: '', type: '' }),
    betsHref: sameDays('agentTeamBetting', team, { memberId, by: 'game' }),
    transactionsHref: sameDays('agentTransactions', team, { memberId }),
    contractLinks: contractsOf(input, person),
    transferHref: mayTransfer ? team.href({ transferTo: memberId }) : null,
  };
}
