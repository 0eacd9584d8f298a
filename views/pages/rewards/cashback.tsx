import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { paidDecimals } from '../../../shared/money/paid-decimals.ts';
import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import { formAction, PATHS } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Money } from '../../../client/ui/money.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { CashbackState } from '../../../shared/api/cashback/constants.ts';
import type { CashbackLineValue, CashbackRatesValue, CashbackStatementValue } from '../../../shared/api/cashback/schemas.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { CashbackRates, percent } from '../../components/cashback-rates.tsx';
import { AmountCells, DataTable } from '../../components/data-table.tsx';
import { categoryLabel } from '../../components/navigation.ts';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './cashback.module.css';

/** A period with everything that it was computed from. Texts of times are in the merchant's zone. */
export interface PeriodView {
  readonly periodText: string;
  readonly endText: string;
  readonly validBet: string;
  readonly amount: string;
  readonly gross: string;
  readonly carriedIn: string;
  readonly carriedOut: string;
  readonly level: number;
  readonly lines: readonly (CashbackLineValue & { readonly beforeText: string | null })[];
}

type StatementRow = CashbackStatementValue & { readonly periodText: string; readonly untilText: string | null };

interface OverviewView {
  readonly kind: 'overview';
  readonly currency: string;
  readonly currencySymbol: string;
  readonly automatic: boolean;
  readonly paused: boolean;
  /** Operators have paused the cashback of the member. */
  readonly held: boolean;
  readonly claimable: { readonly count: number; readonly amount: string; readonly untilText: string | null };
  /** State of the listed periods; null: all. */
  readonly shown: CashbackState | null;
  /** Null: the merchant has no cashback any more, or they could not be read. */
  readonly rates: CashbackRatesValue | null;
  readonly pending: PeriodView | null;
  readonly page: number;
  readonly pages: number;
  readonly statements: readonly StatementRow[];
}

interface StatementView extends PeriodView {
  readonly kind: 'statement';
  readonly currency: string;
  readonly currencySymbol: string;
  readonly statementId: string;
  readonly state: CashbackState;
  readonly paused: boolean;
  /** Operators have paused the cashback of the member. */
  readonly held: boolean;
  readonly untilText: string | null;
  readonly paidText: string | null;
  readonly ledgerHref: string | null;
}

export interface CashbackView {
  readonly timeZone: string;
  readonly here: string;
  /** Refusal of a claim that was sent without script. */
  readonly problem: string;
  readonly claimed: boolean;
  readonly content: OverviewView | StatementView;
}

const PAGE = '/member/manualRebate';

/** Cashback of the running period, claims and the history. Needs no script. */
export function CashbackPage({ context, data }: { readonly context: PageContext; readonly data: CashbackView }) {
  const { t } = context;
  const { content, problem, claimed, timeZone } = data;
  const categories = context.menus.map(({ gameCategory }) => gameCategory);
  return (
    <MemberCentre context={context} page="manualRebate">
      {problem ? <FormMessage text={problem} /> : null}
      {claimed ? <FormMessage kind="done" text={t('cashback.claimedNow')} /> : null}
      {content.kind === 'overview' ? <Overview t={t} view={content} /> : <Statement t={t} view={content} />}
      {content.kind === 'overview' && content.rates !== null ? (
        <CashbackRates t={t} rates={content.rates} categories={categories} timeZone={timeZone} level={content.pending?.level} />
      ) : null}
      <p className={records.zone}>{t('records.zone', { zone: timeZone })}</p>
    </MemberCentre>
  );
}

function Overview({ t, view }: { readonly t: Translate; readonly view: OverviewView }) {
  const { claimable, held, automatic, pending } = view;
  const paused = view.paused || held;
  return (
    <>
      <section className={display.card}>
        <h2 className={records.title}>{t('cashback.toClaim')}</h2>
        <p className={styles.sum} data-private>
          <Money amount={claimable.amount} currency={view} />
        </p>
        {claimable.untilText === null || paused ? null : (
          <p className={records.note}>{t('cashback.soonest', { until: claimable.untilText })}</p>
        )}
        {view.paused ? <p className={records.note}>{t('cashback.paused')}</p> : null}
        {held ? <Held t={t} /> : null}
        {automatic ? <p className={records.note}>{t('cashback.automatic')}</p> : null}
        {claimable.count > 0 && !paused ? <Claim statementId="all" label={t('cashback.claimAll', { count: claimable.count })} /> : null}
      </section>
      {pending === null ? null : (
        <section className={display.card}>
          <h2 className={records.title}>{t('cashback.running', { period: pending.periodText })}</h2>
          <p className={records.note}>{t('cashback.runningText', { end: pending.endText })}</p>
          <Explained t={t} period={pending} currency={view} />
        </section>
      )}
      <History t={t} view={view} />
    </>
  );
}

/** The reason is for operators, so customer service answers questions. */
function Held({ t }: { readonly t: Translate }) {
  return (
    <p className={display.message} data-kind="info">
      <Icon name="info" />
      <span>
        {t('cashback.held')} <a href={PATHS.customerService}>{t('contact.title')}</a>
      </span>
    </p>
  );
}

/** `name`: accessible name of the button of a row. */
function Claim({ statementId, label, name = label, dense = false }: ClaimProps) {
  return (
    <form method="post" action={formAction('cashback.claim')} aria-label={name}>
      <input type="hidden" name="back" value={`${PAGE}?done=1`} />
      <input type="hidden" name="statementId" value={statementId} />
      <Button type="submit" variant="primary" dense={dense} aria-label={name} {...(!dense && { icon: 'percent' })}>
        {label}
      </Button>
    </form>
  );
}

interface ClaimProps {
  readonly statementId: string;
  readonly label: string;
  readonly name?: string;
  readonly dense?: boolean;
}

const TONES: Readonly<Record<CashbackState, string>> = {
  claimable: 'info',
  processing: 'info',
  claimed: 'pos',
  expired: 'neg',
  nothing: '',
};

function StateBadge({ t, state }: { readonly t: Translate; readonly state: CashbackState }) {
  return (
    <span className={display.badge} data-tone={TONES[state] || undefined}>
      {t(`cashback.state_${state}`)}
    </span>
  );
}

/** States that members look for. */
const FILTERS = ['claimable', 'claimed', 'expired'] as const;

function History({ t, view }: { readonly t: Translate; readonly view: OverviewView }) {
  const { statements, shown, page, pages } = view;
  const address = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...(shown && { state: shown }), ...more });
    return query.size > 0 ? `${PAGE}?${query}#history` : `${PAGE}#history`;
  };
  return (
    <section className={display.card} id="history">
      <h2 className={records.title}>{t('cashback.history')}</h2>
      {statements.length === 0 && shown === null ? (
        <EmptyState icon="percent" title={t('cashback.none')} text={t('cashback.noneText')} />
      ) : (
        <>
          <nav className={styles.filters} aria-label={t('cashback.filter')}>
            {[null, ...FILTERS].map((state) => (
              <a
                key={state}
                className={display.chip}
                href={state === null ? `${PAGE}#history` : `${PAGE}?state=${state}#history`}
                aria-current={state === shown ? 'page' : undefined}
              >
                {t(state === null ? 'cashback.filter_all' : `cashback.state_${state}`)}
              </a>
            ))}
          </nav>
          {statements.length === 0 ? (
            <EmptyState icon="percent" title={t('cashback.noneInFilter')} />
          ) : (
            <StatementTable t={t} view={view} />
          )}
        </>
      )}
      <Pagination t={t} page={page} pages={pages} href={(pageNo) => address({ pageNo: String(pageNo) })} />
    </section>
  );
}

function StatementTable({ t, view }: { readonly t: Translate; readonly view: OverviewView }) {
  const { statements } = view;
  const paused = view.paused || view.held;
  const labels = ['validBet', 'amount'].map((key) => t(`cashback.${key}`));
  return (
    <DataTable label={t('cashback.history')} heads={[t('cashback.period'), ...labels, t('cashback.state')]} whole cards>
      {statements.map((row) => (
        <tr key={row.statementId}>
          <td>
            <a className={styles.period} href={`${PAGE}?statement=${row.statementId}`}>
              {row.periodText}
            </a>
          </td>
          <AmountCells line={row} keys={['validBet', 'amount']} labels={labels} currency={view} />
          <td className={display.number} data-label={t('cashback.state')}>
            {row.state === 'claimable' && !paused ? (
              <span className={styles.open}>
                <small className={styles.until}>{t('cashback.until', { until: row.untilText ?? '' })}</small>
                <Claim statementId={row.statementId} label={t('cashback.claim')} name={`${t('cashback.claim')}: ${row.periodText}`} dense />
              </span>
            ) : (
              <StateBadge t={t} state={row.state} />
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Statement({ t, view }: { readonly t: Translate; readonly view: StatementView }) {
  const { state, held, statementId, periodText, untilText, paidText, ledgerHref } = view;
  const paused = view.paused || held;
  return (
    <>
      <p>
        <ButtonLink variant="ghost" dense icon="arrow-left" href={PAGE}>
          {t('cashback.back')}
        </ButtonLink>
      </p>
      <section className={display.card}>
        <h2 className={records.title}>{periodText}</h2>
        <p className={styles.stateLine}>
          <StateBadge t={t} state={state} />
          {state === 'claimable' && untilText !== null ? t('cashback.until', { until: untilText }) : null}
          {paidText}
          {ledgerHref === null ? null : (
            <a className={controls.link} href={ledgerHref}>
              {t('cashback.ledger')}
            </a>
          )}
        </p>
        {state === 'claimable' && paused ? <p className={records.note}>{t('cashback.paused')}</p> : null}
        {state === 'claimable' && !paused ? <Claim statementId={statementId} label={t('cashback.claim')} /> : null}
      </section>
      <section className={display.card}>
        <h2 className={records.title}>{t('cashback.computed')}</h2>
        <Explained t={t} period={view} currency={view} />
      </section>
    </>
  );
}

interface ExplainedProps {
  readonly t: Translate;
  readonly period: PeriodView;
  readonly currency: CurrencyView;
}

/** Lines with their rates, and the steps to the amount. Lines are exact, to 1/10,000. */
function Explained({ t, period, currency }: ExplainedProps) {
  const { lines, level, gross, carriedIn, carriedOut, amount } = period;
  const heads = ['category', 'vendor', 'validBet', 'rate', 'gives'].map((key) => t(`cashback.${key}`));
  const [, vendor, validBet = '', rate, gives] = heads;
  const steps = [
    ['gross', gross, lines.length > 0],
    ['carriedIn', carriedIn, false],
    ['carriedOut', carriedOut, false],
  ] as const;
  return (
    <>
      {lines.length === 0 ? (
        <p className={records.note}>{t('cashback.noPlay')}</p>
      ) : (
        <DataTable label={t('cashback.computed')} heads={heads} whole cards>
          {lines.map((line) => (
            <tr key={`${line.vassalage} ${line.category} ${line.before}`}>
              <td>
                {categoryName(t, line.category)}
                {line.beforeText === null ? null : (
                  <small className={styles.before}>{t('cashback.before', { day: line.beforeText })}</small>
                )}
              </td>
              <td className={display.number} data-label={vendor}>
                {line.vendorName}
              </td>
              <AmountCells line={line} keys={['validBet']} labels={[validBet]} currency={currency} />
              <td className={display.number} data-label={rate}>
                {rateText(t, line)}
              </td>
              <td className={display.number} data-label={gives} data-private>
                {exact(line.amount, currency)}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <dl className={styles.steps}>
        {steps
          .filter(([, value, always]) => always || !/^-?0\.0+$/.test(value))
          .map(([key, value]) => (
            <div key={key}>
              <dt>{t(`cashback.step_${key}`)}</dt>
              <dd data-private>{exact(value, currency)}</dd>
            </div>
          ))}
        <div className={styles.result}>
          <dt>{t('cashback.amount')}</dt>
          <dd data-private>
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className={records.note}>{level > 0 ? t('cashback.rulesLevel', { level }) : t('cashback.rules')}</p>
    </>
  );
}

/** Before it is rounded: "-$1.2345"; without zeros at the end in a currency without decimals. */
function exact(amount: string, { currency, currencySymbol }: CurrencyView): string {
  const text = paidDecimals(currency) === 0 ? amount.replace(/\.?0+$/, '') : amount;
  return text.startsWith('-') ? `-${currencySymbol}${text.slice(1)}` : currencySymbol + text;
}

function rateText(t: Translate, { gameBp, levelBp, rateBp }: CashbackLineValue): string {
  if (gameBp === null) return t('cashback.excluded');
  return levelBp > 0 && gameBp > 0 ? `${percent(gameBp)} + ${percent(levelBp)}` : percent(rateBp);
}

function categoryName(t: Translate, category: string): string {
  const known = GAME_CATEGORIES.find((name) => name === category);
  return known ? categoryLabel(t, known) : category;
}
