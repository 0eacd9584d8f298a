import { teamOverview as overviewCall } from '../../../../shared/api/agent-team/contract.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { parseWireAmount } from '../../../../shared/money/money.ts';
import { zonedDay } from '../../../../shared/time.ts';
import { TEAM_AMOUNTS, TEAM_COUNTS, type TeamOverviewView } from '../../../../views/pages/agent/team-overview.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { Days } from '../records/record-period.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { choiceIn, sameDays, teamFrame } from './team-frame.ts';

const MINUTE_LENGTH = 16;

type Sums = ValueOf<typeof overviewCall>['totals'];

/** The team of the signed-in agent over the days of the address. */
export async function teamOverview(input: VisitorInput): Promise<TeamOverviewView | RefusedPage> {
  const measure = choiceIn(input, 'chart', TEAM_AMOUNTS);
  const team = teamFrame(input, 'agentTeamOverview', { chart: measure });
  const { days, frame } = team;
  if (frame.period.problem) return { frame, overview: null };
  const answer = await input.upstream.call(overviewCall, { query: { fromDay: days.from, toDay: days.to } }, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const { asOf, activeAsOf, before, ...value } = answer.value;
  return {
    frame,
    overview: {
      ...value,
      asOfText: shownTime(asOf, input.timeZone),
      activeAsOfText:
        activeAsOf !== null && isIn(days, activeAsOf, input.timeZone) ? shownTime(activeAsOf, input.timeZone).slice(0, MINUTE_LENGTH) : '',
      changes: changesOf(value.totals, before),
      measure,
      measures: TEAM_AMOUNTS.map((name) => ({ name, href: team.href({ chart: name }) })),
      personHref: ({ memberId }) => sameDays('agentTeamBetting', team, { memberId, scope: 'team', by: 'person' }),
    },
  };
}

/** The time is in the period: earlier days are counted in full. */
function isIn({ from, to }: Days, instant: string, timeZone: string): boolean {
  const day = zonedDay(Date.parse(instant), timeZone);
  return from <= day && day <= to;
}

function changesOf(now: Sums, before: Sums) {
  const counts = TEAM_COUNTS.map((key) => [key, changeText(BigInt(now[key]), BigInt(before[key]))] as const);
  const amounts = TEAM_AMOUNTS.map(
    (key) => [key, changeText(parseWireAmount(now[key]) ?? 0n, parseWireAmount(before[key]) ?? 0n)] as const,
  );
  return Object.fromEntries([...counts, ...amounts]) as Readonly<
    Record<(typeof TEAM_COUNTS)[number] | (typeof TEAM_AMOUNTS)[number], string>
  >;
}

/** "+12 %", rounded toward zero. Empty without a positive value to compare with: a percentage of a loss says nothing. */
function changeText(now: bigint, before: bigint): string {
  if (before <= 0n || now < 0n) return '';
  const percent = ((now - before) * 100n) / before;
  return `${percent > 0n ? '+' : percent < 0n ? '−' : ''}${percent < 0n ? -percent : percent}%`;
}
