import { type RecordFrame, type RecordPeriod, TEAM_PERIODS } from '../../../../client/islands/records/props.ts';
import { recordHref } from '../../../../client/islands/records/record-parts.tsx';
import { TEAM_DAYS } from '../../../../shared/api/agent-team/constants.ts';
import { type AgentPageName, agentHref } from '../../../../views/components/member-entries.ts';
import { type Days, periodOf, readDays } from '../records/record-period.ts';
import type { VisitorInput } from '../visitor-input.ts';

const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/** A report of a team: its days, the frame of its page, and links that keep its filter. */
export interface TeamFrame {
  readonly days: Days;
  readonly frame: RecordFrame;
  /** The page with another filter, from its first page. */
  href(change: Readonly<Record<string, string>>): string;
  pageHref(page: number): string;
}

interface Choices {
  readonly periods: readonly RecordPeriod[];
  readonly usual: RecordPeriod;
}

/** `filter`: what the address selects besides the days; empty values are left out. */
export function teamFrame(
  { query, timeZone, now, context }: VisitorInput,
  page: AgentPageName,
  filter: Readonly<Record<string, string>> = {},
  { periods, usual }: Choices = { periods: TEAM_PERIODS, usual: 'today' },
): TeamFrame {
  const days = readDays(query, timeZone, now, usual, periods);
  const frame: RecordFrame = {
    action: agentHref(page),
    parameters: given(filter),
    periods,
    period: periodOf(context.t, days, TEAM_DAYS),
    timeZone,
  };
  return {
    days,
    frame,
    href: (change) => recordHref({ ...frame, parameters: given({ ...filter, ...change }) }, {}),
    pageHref: (pageNo) => recordHref(frame, { pageNo }),
  };
}

/** An address of another agent page with the same days. */
export function sameDays(page: AgentPageName, { frame: { period } }: TeamFrame, filter: Readonly<Record<string, string>>): string {
  const range = period.name === 'custom' ? { from: period.from, to: period.to } : {};
  return `${agentHref(page)}?${new URLSearchParams({ period: period.name, ...range, ...given(filter) })}`;
}

/** A code of the address; anything else counts as absent. */
export function codeIn({ query }: Pick<VisitorInput, 'query'>, name: string): string {
  return CODE.exec(query.get(name) ?? '')?.[0] ?? '';
}

/** The value if it is one of the choices; otherwise the first one. */
export function choiceIn<Value extends string>(
  { query }: Pick<VisitorInput, 'query'>,
  name: string,
  choices: readonly [Value, ...Value[]],
): Value {
  return choices.find((known) => known === query.get(name)) ?? choices[0];
}

function given(filter: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}
