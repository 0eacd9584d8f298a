import { exactText } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import type { RecordFrame } from '../../../client/islands/records/props.ts';
import { Stats } from '../../../client/islands/records/record-parts.tsx';
import display from '../../../client/ui/display.module.css';
import type { agentIncome } from '../../../shared/api/agent-team/calls.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../components/data-table.tsx';
import { agentHref } from '../../components/member-entries.ts';
import { ProfitChart } from '../../components/profit-chart.tsx';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import team from './team.module.css';
import { ExactCells, ExactStat, NoLines, periodTitle, Report, ReportCard } from './team-parts.tsx';
import { WagesBelow, type WagesBelowView } from './team-wages.tsx';
import styles from './wages.module.css';

export const INCOME_KINDS = ['dividend', 'daily', 'hourly', 'realtime'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

export interface AgentIncomeView {
  readonly frame: RecordFrame;
  /** Kinds of wages that the merchant uses, each with the address of its record. */
  readonly kinds: readonly { readonly name: IncomeKind; readonly href: string }[];
  /** Null: the period was refused. */
  readonly income: (ValueOf<typeof agentIncome> & { readonly chart: readonly { readonly day: string; readonly net: string }[] }) | null;
}

export type AgentIncomePageView = {
  /** The platform has the wages of agents below. */
  readonly hasBelow: boolean;
} & ({ readonly own: AgentIncomeView } | { readonly below: WagesBelowView });

/** Wages paid to the agent, by day and kind, and those of agents below. Needs no script. */
export function AgentIncomePage({ context, data }: { readonly context: PageContext; readonly data: AgentIncomePageView }) {
  const { t } = context;
  const isBelow = 'below' in data;
  const path = agentHref('agentIncome');
  const tab = (href: string, key: string, current: boolean) => (
    <a className={display.chip} href={href} aria-current={current ? 'page' : undefined}>
      {t(key)}
    </a>
  );
  return (
    <AgentCentre context={context} page="agentIncome" menu>
      {data.hasBelow ? (
        <nav className={styles.tabs} aria-label={t('wages.parts')}>
          {tab(path, 'header.agentIncome', !isBelow)}
          {tab(`${path}?view=below`, 'team.wagesBelow', isBelow)}
        </nav>
      ) : null}
      {isBelow ? <WagesBelow t={t} view={data.below} /> : <AgentIncome t={t} view={data.own} />}
    </AgentCentre>
  );
}

function AgentIncome({ t, view: { frame, income, kinds } }: { readonly t: Translate; readonly view: AgentIncomeView }) {
  if (!income) return <Report t={t} frame={frame} />;
  const { totals, days, chart } = income;
  const names = kinds.map(({ name }) => name);
  const { from, to } = frame.period;
  return (
    <Report t={t} frame={frame}>
      <ReportCard title={periodTitle(t, { from, to })}>
        <Stats>
          <ExactStat label={t('team.total')} amount={totals.total} currency={income} />
          {names.map((name) => (
            <ExactStat key={name} label={t(`team.income_${name}`)} amount={totals[name]} currency={income} />
          ))}
        </Stats>
        <nav className={team.chips} aria-label={t('team.records')}>
          {kinds.map(({ name, href }) => (
            <a key={name} className={display.chip} href={href}>
              {t(`team.record_${name}`)}
            </a>
          ))}
        </nav>
      </ReportCard>
      <ReportCard title={t('team.byDay')}>
        {days.length === 0 ? (
          <NoLines t={t} text={t('team.noIncome')} />
        ) : (
          <>
            {chart.length > 1 ? (
              <div data-private>
                <ProfitChart
                  days={chart}
                  label={t('team.chartText', { name: t('team.total'), from, to })}
                  money={(amount) => exactText(amount, income)}
                />
              </div>
            ) : null}
            <DataTable
              label={t('team.byDay')}
              heads={[t('team.day'), ...names.map((name) => t(`team.income_${name}`)), t('team.total')]}
              whole
            >
              {days.map((line) => (
                <tr key={line.day}>
                  <td className={display.moment}>{line.day}</td>
                  <ExactCells line={line} keys={[...names, 'total']} currency={income} />
                </tr>
              ))}
            </DataTable>
          </>
        )}
      </ReportCard>
    </Report>
  );
}
