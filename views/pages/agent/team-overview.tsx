import { amountText, exactText } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import type { RecordFrame } from '../../../client/islands/records/props.ts';
import { Stats } from '../../../client/islands/records/record-parts.tsx';
import records from '../../../client/islands/records/records.module.css';
import display from '../../../client/ui/display.module.css';
import type { teamOverview } from '../../../shared/api/agent-team/calls.ts';
import type { TeamPerson } from '../../../shared/api/agent-team/schemas.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ProfitChart } from '../../components/profit-chart.tsx';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './team.module.css';
import { ExactCells, ExactStat, NoLines, PersonName, periodTitle, Report, ReportCard } from './team-parts.tsx';

type Overview = ValueOf<typeof teamOverview>;

/** Amounts of a period, in the order of the page. */
export const TEAM_AMOUNTS = ['validBet', 'net', 'deposits', 'withdrawals', 'bonuses', 'wages'] as const;
export type TeamAmount = (typeof TEAM_AMOUNTS)[number];
export const TEAM_COUNTS = ['active', 'newMembers'] as const;

export interface TeamOverviewView {
  readonly frame: RecordFrame;
  /** Null: the period was refused. */
  readonly overview: OverviewData | null;
}

export interface OverviewData extends Omit<Overview, 'asOf' | 'activeAsOf' | 'before'> {
  readonly asOfText: string;
  /** Time up to which active members are counted; empty for days that are counted in full. */
  readonly activeAsOfText: string;
  /** Change against the period before, as text; empty where there is nothing to compare. */
  readonly changes: Readonly<Record<TeamAmount | (typeof TEAM_COUNTS)[number], string>>;
  /** The amount of the chart, and the addresses of the others. */
  readonly measure: TeamAmount;
  readonly measures: readonly { readonly name: TeamAmount; readonly href: string }[];
  readonly personHref: (person: TeamPerson) => string;
}

interface PartProps {
  readonly t: Translate;
  readonly frame: RecordFrame;
  readonly data: OverviewData;
}

/** People, money and play of the team. Needs no script. */
export function TeamOverviewPage({ context, data }: { readonly context: PageContext; readonly data: TeamOverviewView }) {
  return (
    <AgentCentre context={context} page="agentTeamOverview" menu>
      <TeamOverview t={context.t} view={data} />
    </AgentCentre>
  );
}

function TeamOverview({ t, view: { frame, overview } }: { readonly t: Translate; readonly view: TeamOverviewView }) {
  return (
    <Report t={t} frame={frame}>
      {overview ? (
        <>
          <Now t={t} frame={frame} data={overview} />
          <Period t={t} frame={frame} data={overview} />
          <Days t={t} frame={frame} data={overview} />
          <Top t={t} frame={frame} data={overview} />
        </>
      ) : null}
    </Report>
  );
}

function Now({ t, data }: PartProps) {
  return (
    <ReportCard title={t('team.now')} text={t('team.asOf', { at: data.asOfText })}>
      <Stats>
        {(['members', 'agents', 'online'] as const).map((key) => (
          <Count key={key} label={t(`team.${key}`)} count={data[key]} />
        ))}
        <ExactStat label={t('team.balance')} amount={data.balance} currency={data} />
      </Stats>
    </ReportCard>
  );
}

function Count({ label, count, note }: { readonly label: string; readonly count: number; readonly note?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count}</dd>
      {note ? <dd className={records.note}>{note}</dd> : null}
    </div>
  );
}

function Period({ t, frame, data }: PartProps) {
  const { totals, changes } = data;
  const note = (key: keyof OverviewData['changes']) => (changes[key] ? t('team.compared', { change: changes[key] }) : '');
  return (
    <ReportCard title={periodTitle(t, frame.period)} text={activeNote(t, data)}>
      <Stats>
        {TEAM_COUNTS.map((key) => (
          <Count key={key} label={t(`team.${key}`)} count={totals[key]} note={note(key)} />
        ))}
        {TEAM_AMOUNTS.map((key) => (
          <ExactStat key={key} label={t(`team.${key}`)} amount={totals[key]} currency={data} signed={key === 'net'} note={note(key)} />
        ))}
      </Stats>
    </ReportCard>
  );
}

/** Without the threshold a member with bets who does not count looks like a mistake. */
function activeNote(t: Translate, { activeValidBet, activeAsOfText, ...currency }: OverviewData): string {
  if (activeValidBet === null) return activeAsOfText ? t('team.activeAsOf', { at: activeAsOfText }) : '';
  const amount = amountText(activeValidBet, currency);
  return activeAsOfText ? t('team.activeFromAsOf', { amount, at: activeAsOfText }) : t('team.activeFrom', { amount });
}

function Days({ t, frame, data }: PartProps) {
  const { days, measure, measures } = data;
  const { from, to } = frame.period;
  const heads = ['day', 'active', 'newMembers', ...TEAM_AMOUNTS].map((key) => t(`team.${key}`));
  const hasAmounts = days.some((day) => parseWireAmount(day[measure]) !== 0n);
  return (
    <ReportCard title={t('team.byDay')}>
      {days.length > 1 ? (
        <>
          <nav className={styles.chips} aria-label={t('team.chart')}>
            {measures.map(({ name, href }) => (
              <a key={name} className={display.chip} href={href} aria-current={name === measure ? 'true' : undefined}>
                {t(`team.${name}`)}
              </a>
            ))}
          </nav>
          {hasAmounts ? (
            <div data-private>
              <ProfitChart
                days={days.map((day) => ({ day: day.day, net: day[measure] }))}
                label={t('team.chartText', { name: t(`team.${measure}`), from, to })}
                money={(amount) => exactText(amount, data)}
              />
            </div>
          ) : null}
        </>
      ) : null}
      <DataTable label={t('team.byDay')} heads={heads} whole>
        {days.toReversed().map((line) => (
          <tr key={line.day}>
            <td className={display.moment}>{line.day}</td>
            <td className={display.number}>{line.active}</td>
            <td className={display.number}>{line.newMembers}</td>
            <ExactCells line={line} keys={TEAM_AMOUNTS} currency={data} />
          </tr>
        ))}
      </DataTable>
    </ReportCard>
  );
}

function Top({ t, data }: PartProps) {
  const { top, personHref } = data;
  return (
    <ReportCard title={t('team.top')} text={t('team.topText')}>
      {top.length === 0 ? (
        <NoLines t={t} text={t('team.noPlay')} />
      ) : (
        <DataTable label={t('team.top')} heads={['person', 'validBet', 'net'].map((key) => t(`team.${key}`))} whole>
          {top.map((line) => (
            <tr key={line.memberId}>
              <td>
                <PersonName t={t} person={line} href={personHref(line)} />
              </td>
              <ExactCells line={line} keys={['validBet', 'net']} currency={data} />
            </tr>
          ))}
        </DataTable>
      )}
    </ReportCard>
  );
}
