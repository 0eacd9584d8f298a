import '../../../client/styles/index.css';
import type { RecordFrame } from '../../../client/islands/records/props.ts';
import { Stat, Stats } from '../../../client/islands/records/record-parts.tsx';
import display from '../../../client/ui/display.module.css';
import { moneyText } from '../../../client/ui/money.tsx';
import type { agentIncome } from '../../../shared/api/agent-team/calls.ts';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { AmountCells, DataTable } from '../../components/data-table.tsx';
import { ProfitChart } from '../../components/profit-chart.tsx';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { NoLines, Report, ReportCard } from './team-parts.tsx';

export const INCOME_KINDS = ['dividend', 'daily', 'hourly', 'realtime'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

export interface AgentIncomeView {
  readonly frame: RecordFrame;
  /** Kinds of wages that the merchant uses, each with the address of its record. */
  readonly kinds: readonly { readonly name: IncomeKind; readonly href: string }[];
  /** Null: the period was refused. */
  readonly income: (ValueOf<typeof agentIncome> & { readonly chart: readonly { readonly day: string; readonly net: string }[] }) | null;
}

/** Wages paid to the agent, by day and kind. Needs no script. */
export function AgentIncomePage({ context, data }: { readonly context: PageContext; readonly data: AgentIncomeView }) {
  return (
    <AgentCentre context={context} page="agentIncome" menu>
      <AgentIncome t={context.t} view={data} />
    </AgentCentre>
  );
}

function AgentIncome({ t, view: { frame, income, kinds } }: { readonly t: Translate; readonly view: AgentIncomeView }) {
  if (!income) return <Report t={t} frame={frame} />;
  const { totals, days, chart, currencySymbol } = income;
  const names = kinds.map(({ name }) => name);
  const { from, to } = frame.period;
  return (
    <Report t={t} frame={frame}>
      <ReportCard t={t} title={t('team.periodOf', { from, to })}>
        <Stats>
          <Stat label={t('team.total')} amount={totals.total} symbol={currencySymbol} />
          {names.map((name) => (
            <Stat key={name} label={t(`team.income_${name}`)} amount={totals[name]} symbol={currencySymbol} />
          ))}
        </Stats>
        <nav aria-label={t('team.records')}>
          {kinds.map(({ name, href }) => (
            <a key={name} className={display.chip} href={href}>
              {t(`team.record_${name}`)}
            </a>
          ))}
        </nav>
      </ReportCard>
      <ReportCard t={t} title={t('team.byDay')}>
        {days.length === 0 ? (
          <NoLines t={t} text={t('team.noIncome')} />
        ) : (
          <>
            <div data-private>
              <ProfitChart
                days={chart}
                label={t('team.chartText', { name: t('team.total'), from, to })}
                money={(amount) => moneyText(amount, currencySymbol)}
              />
            </div>
            <DataTable
              label={t('team.byDay')}
              heads={[t('team.day'), ...names.map((name) => t(`team.income_${name}`)), t('team.total')]}
              whole
            >
              {days.map((line) => (
                <tr key={line.day}>
                  <td className={display.moment}>{line.day}</td>
                  <AmountCells line={line} keys={[...names, 'total']} symbol={currencySymbol} />
                </tr>
              ))}
            </DataTable>
          </>
        )}
      </ReportCard>
    </Report>
  );
}
