import '../../../client/styles/index.css';
import type { NextWageProps } from '../../../client/islands/agent/props.ts';
import type { Choice, RecordFrame } from '../../../client/islands/records/props.ts';
import { ChoiceField, Stats } from '../../../client/islands/records/record-parts.tsx';
import display from '../../../client/ui/display.module.css';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { WageStatementLine } from '../../../shared/api/agent-wages/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { WageKind } from '../../../shared/rules/wages.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Island } from '../../components/island.tsx';
import type { AgentPageName } from '../../components/member-entries.ts';
import { AgentCentre } from '../../layouts/agent-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { ContractForm } from './contract-form.tsx';
import { type ContractEndView, ContractList, type ContractListView, type ContractOrderView, EndContract } from './contracts.tsx';
import { ExactCells, ExactStat, NoLines, Report, ReportCard } from './team-parts.tsx';
import { percent, WageStateBadge } from './wage-parts.tsx';
import { WageStatement, type WageStatementView } from './wage-statement.tsx';
import styles from './wages.module.css';

/** `windowText`: in the merchant's zone. */
type WageLine = WageStatementLine & { readonly windowText: string; readonly href: string };

export interface WageRecordView {
  readonly frame: RecordFrame;
  readonly state: string;
  readonly states: readonly Choice[];
  readonly count: number;
  /** Null: no contract. */
  readonly next: Omit<NextWageProps, 'kind'> | null;
  readonly paid: string;
  readonly waiting: string;
  readonly lines: readonly WageLine[];
  readonly pageNum: number;
  readonly totalPages: number;
  readonly pageHref: (page: number) => string;
  readonly csvHref: string | null;
  readonly currency: string;
  readonly currencySymbol: string;
}

export interface WagePageView {
  readonly kind: WageKind;
  readonly page: AgentPageName;
  readonly recordHref: string;
  readonly contractsHref: string;
  readonly content:
    | { readonly record: WageRecordView }
    | { readonly statement: WageStatementView }
    | { readonly contracts: ContractListView }
    | { readonly order: ContractOrderView }
    | { readonly end: ContractEndView };
}

/** Wages of one kind and the contracts behind them. Needs no script, which adds the time left until the next wage. */
export function WagesPage({ context, data }: { readonly context: PageContext; readonly data: WagePageView }) {
  const { t } = context;
  const { page, content, recordHref, contractsHref } = data;
  const isRecord = 'record' in content || 'statement' in content;
  const tab = (href: string, key: string, current: boolean) => (
    <a className={display.chip} href={href} aria-current={current ? 'page' : undefined}>
      {t(`wages.${key}`)}
    </a>
  );
  return (
    <AgentCentre context={context} page={page} menu>
      <nav className={styles.tabs} aria-label={t('wages.parts')}>
        {tab(recordHref, 'record', isRecord)}
        {tab(contractsHref, 'contracts', !isRecord)}
      </nav>
      <Content t={t} data={data} />
    </AgentCentre>
  );
}

function Content({ t, data: { kind, content } }: { readonly t: Translate; readonly data: WagePageView }) {
  if ('record' in content) return <WageRecord t={t} kind={kind} view={content.record} />;
  if ('statement' in content) return <WageStatement t={t} view={content.statement} />;
  if ('contracts' in content) return <ContractList t={t} view={content.contracts} />;
  return 'order' in content ? <ContractForm t={t} view={content.order} /> : <EndContract t={t} view={content.end} />;
}

interface RecordProps {
  readonly t: Translate;
  readonly kind: WageKind;
  readonly view: WageRecordView;
}

function WageRecord({ t, kind, view }: RecordProps) {
  const { frame, lines, count } = view;
  const base = kind === 'dividend' ? 'profit' : 'validBet';
  const heads = ['window', base, 'rate', 'amount', 'state'].map((key) => t(`wages.${key}`));
  const [, baseHead = '', rateHead, amountHead = '', stateHead] = heads;
  const filters = <ChoiceField name="state" label={t('wages.state')} value={view.state} all={t('records.all')} choices={view.states} />;
  return (
    <Report t={t} frame={frame} filters={filters}>
      {frame.period.problem ? null : (
        <ReportCard title={t('wages.count', { count })} csvHref={view.csvHref}>
          {view.next ? (
            <div className={styles.next}>
              <Island name="next-wage" hydrate="idle" props={{ kind, ...view.next }} />
            </div>
          ) : null}
          <Stats>
            <ExactStat label={t('wages.paid')} amount={view.paid} currency={view} />
            <ExactStat label={t('wages.waiting')} amount={view.waiting} currency={view} />
          </Stats>
          {lines.length === 0 ? (
            <NoLines t={t} text={t('wages.noWages')} />
          ) : (
            <DataTable label={t(`team.record_${kind}`)} heads={heads} whole cards>
              {lines.map((line) => (
                <tr key={line.statementId}>
                  <td>
                    <a className={styles.window} href={line.href} aria-label={t('wages.openStatement', { window: line.windowText })}>
                      {line.windowText}
                    </a>
                  </td>
                  <ExactCells line={line} keys={[base]} labels={[baseHead]} currency={view} />
                  <td className={display.number} data-label={rateHead}>
                    {percent(line.rateBp)}
                  </td>
                  <ExactCells line={line} keys={['amount']} labels={[amountHead]} currency={view} />
                  <td className={display.number} data-label={stateHead}>
                    <WageStateBadge t={t} state={line.state} />
                  </td>
                </tr>
              ))}
            </DataTable>
          )}
          <Pagination t={t} page={view.pageNum} pages={view.totalPages} href={view.pageHref} />
        </ReportCard>
      )}
    </Report>
  );
}
