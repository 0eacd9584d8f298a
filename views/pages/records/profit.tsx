import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import type { RecordFrame } from '../../../client/islands/records/props.ts';
import { FilterForm, PeriodBar, Stat, Stats } from '../../../client/islands/records/record-parts.tsx';
import records from '../../../client/islands/records/records.module.css';
import { PATHS } from '../../../client/page/paths.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { memberProfit } from '../../../shared/api/records/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { AmountCells, DataTable } from '../../components/data-table.tsx';
import { ProfitChart } from '../../components/profit-chart.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './profit.module.css';

type Profit = ValueOf<typeof memberProfit>;

interface PlayLine {
  readonly key: string;
  readonly label: string;
  readonly rounds: number;
  readonly stake: string;
  readonly payout: string;
  readonly net: string;
}

export interface ProfitStats extends Pick<Profit, 'totals' | 'days' | 'lifetime' | 'currency' | 'currencySymbol'> {
  /** Every day of the period. */
  readonly chart: readonly { readonly day: string; readonly net: string }[];
  readonly categories: readonly PlayLine[];
  readonly vendors: readonly PlayLine[];
}

export interface ProfitData {
  readonly frame: RecordFrame;
  /** Null: the period was refused. */
  readonly stats: ProfitStats | null;
}

/** Stakes, wins, deposits and withdrawals. Needs no script. */
export function ProfitPage({ context, data: { frame, stats } }: { readonly context: PageContext; readonly data: ProfitData }) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="personalProfit">
      <div className={records.record}>
        <PeriodBar t={t} page={frame} />
        <FilterForm t={t} page={frame} />
        {stats ? <ProfitSummary t={t} frame={frame} stats={stats} /> : null}
      </div>
    </MemberCentre>
  );
}

interface ProfitPartProps {
  readonly t: Translate;
  readonly frame: RecordFrame;
  readonly stats: ProfitStats;
}

function ProfitSummary({ t, frame, stats }: ProfitPartProps) {
  const { totals, lifetime, days } = stats;
  return (
    <>
      <Stats>
        <Stat label={t('records.position')} amount={totals.net} currency={stats} signed note={t('records.positionText')} />
        <Stat label={t('records.stake')} amount={totals.stake} currency={stats} />
        <Stat label={t('records.payout')} amount={totals.payout} currency={stats} />
      </Stats>
      <Stats>
        <Stat label={t('records.netDeposits')} amount={totals.netDeposits} currency={stats} note={t('records.netDepositsText')} />
        <Stat label={t('records.deposits')} amount={totals.deposits} currency={stats} />
        <Stat label={t('records.withdrawals')} amount={totals.withdrawals} currency={stats} />
      </Stats>
      <section className={display.card}>
        <h2 className={records.title}>{t('records.lifetime')}</h2>
        <Stats>
          <Stat label={t('records.netDeposits')} amount={lifetime.netDeposits} currency={stats} />
          <Stat label={t('records.deposits')} amount={lifetime.deposits} currency={stats} />
          <Stat label={t('records.withdrawals')} amount={lifetime.withdrawals} currency={stats} />
        </Stats>
      </section>
      {days.length === 0 ? (
        <section className={display.card}>
          <EmptyState icon="scale" title={t('records.profitNone')} text={t('records.profitNoneText')}>
            <ButtonLink variant="primary" href={PATHS.home}>
              {t('records.playNow')}
            </ButtonLink>
          </EmptyState>
        </section>
      ) : (
        <Tables t={t} frame={frame} stats={stats} />
      )}
      <p className={records.zone}>{t('records.zone', { zone: frame.timeZone })}</p>
    </>
  );
}

function Tables({ t, frame, stats }: ProfitPartProps) {
  const { days, chart, categories, vendors } = stats;
  const { from, to } = frame.period;
  const money = (amount: string) => amountText(amount, stats);
  return (
    <>
      <section className={display.card}>
        <h2 className={records.title}>{t('records.chart')}</h2>
        <div data-private>
          <ProfitChart days={chart} label={t('records.chartText', { from, to })} money={money} />
        </div>
        <h3 className={styles.heading}>{t('records.byDay')}</h3>
        <DataTable
          label={t('records.byDay')}
          heads={['day', 'rounds', 'stake', 'payout', 'net', 'deposits', 'withdrawals'].map((key) => t(`records.${key}`))}
        >
          {days.toReversed().map((line) => (
            <tr key={line.day}>
              <td className={display.moment}>{line.day}</td>
              <td className={display.number}>{line.rounds}</td>
              <AmountCells line={line} keys={['stake', 'payout', 'net', 'deposits', 'withdrawals']} currency={stats} />
            </tr>
          ))}
        </DataTable>
      </section>
      <PlayTable t={t} title={t('records.byCategory')} first={t('records.category')} lines={categories} currency={stats} />
      <PlayTable t={t} title={t('records.byVendor')} first={t('records.vendor')} lines={vendors} currency={stats} />
    </>
  );
}

interface PlayTableProps {
  readonly t: Translate;
  readonly title: string;
  /** Heading of the first column. */
  readonly first: string;
  readonly lines: readonly PlayLine[];
  readonly currency: CurrencyView;
}

function PlayTable({ t, title, first, lines, currency }: PlayTableProps) {
  if (lines.length === 0) return null;
  return (
    <section className={display.card}>
      <h2 className={records.title}>{title}</h2>
      <DataTable label={title} heads={[first, ...['rounds', 'stake', 'payout', 'net'].map((key) => t(`records.${key}`))]}>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>{line.label}</td>
            <td className={display.number}>{line.rounds}</td>
            <AmountCells line={line} keys={['stake', 'payout', 'net']} currency={currency} />
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
