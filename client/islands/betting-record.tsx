import type { ReactNode } from 'react';
import { search } from '../lib/call.ts';
import { BET_PERIODS, type BetPeriod, type BettingRecordProps, type BetView } from '../lib/island-props.ts';
import { PATHS } from '../lib/paths.ts';
import { Button, ButtonLink } from '../lib/ui/button.tsx';
import { COPY_TEXTS, CopyButton } from '../lib/ui/copy-button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import { Field } from '../lib/ui/field.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import { Money } from '../lib/ui/money.tsx';
import type { IslandContext } from '../runtime/island.ts';
import controls from '../styles/controls.module.css';
import display from '../styles/display.module.css';
import styles from './betting-record.module.css';

export const texts = [
  ...COPY_TEXTS,
  ...[
    'period period_today period_yesterday period_7d period_30d period_custom from to category status all apply status_open status_won',
    'status_lost status_cancelled count stake payout net betId roundId placedAt settledAt notSettled transfers transferId kind reference',
    'amount verify zone none noneText at kind_bet kind_win kind_rollback',
  ]
    .join(' ')
    .split(' ')
    .map((key) => `wallet.bet_${key}`),
  'wallet.playNow',
  'common.previous',
  'common.next',
  'common.pageOf',
];

type Props = BettingRecordProps & IslandContext;
const STATUSES = ['won', 'lost', 'open', 'cancelled'] as const;
const TONES = { won: 'pos', lost: 'neg', open: 'info', cancelled: undefined } as const;

/** What was played in a period, with the ids that lead to the ledger. Filters and pages live in the address. */
export default function BettingRecord(props: Props) {
  const { t, bets, pageNum, totalPages, timeZone } = props;
  return (
    <div className={styles.record}>
      <Filters {...props} />
      <Totals {...props} />
      {bets.length === 0 ? (
        <div className={display.card}>
          <EmptyState icon="receipt" title={t('wallet.bet_none')} text={t('wallet.bet_noneText')}>
            <ButtonLink variant="primary" href={PATHS.home}>
              {t('wallet.playNow')}
            </ButtonLink>
          </EmptyState>
        </div>
      ) : (
        <section className={display.card}>
          <div className={styles.bets}>
            {bets.map((bet) => (
              <BetRow key={bet.betId} {...props} bet={bet} />
            ))}
          </div>
          {totalPages > 1 ? (
            <nav className={styles.pager}>
              {pageNum > 1 ? <ButtonLink href={hrefOf(props, { pageNo: pageNum - 1 })}>{t('common.previous')}</ButtonLink> : null}
              <span>{t('common.pageOf', { page: pageNum, pages: totalPages })}</span>
              {pageNum < totalPages ? <ButtonLink href={hrefOf(props, { pageNo: pageNum + 1 })}>{t('common.next')}</ButtonLink> : null}
            </nav>
          ) : null}
          <p className={styles.zone}>{t('wallet.bet_zone', { zone: timeZone })}</p>
        </section>
      )}
    </div>
  );
}

/** The page's address with another filter; the page number starts over unless it is given. */
function hrefOf({ action, keep, filter }: Props, change: { readonly period?: BetPeriod; readonly pageNo?: number }): string {
  const { period, from, to, gameCategory, status } = { ...filter, ...change };
  const range = period === 'custom' ? { from, to } : {};
  return action + search({ ...keep, period, ...range, gameCategory, status, pageNo: change.pageNo });
}

function Filters(props: Props) {
  const { t, action, keep, filter, categories } = props;
  return (
    <>
      <nav className={styles.periods} aria-label={t('wallet.bet_period')}>
        {BET_PERIODS.map((period) => (
          <a
            key={period}
            className={display.chip}
            href={hrefOf(props, { period })}
            aria-current={period === filter.period ? 'true' : undefined}
          >
            {t(`wallet.bet_period_${period}`)}
          </a>
        ))}
      </nav>
      <form className={styles.filter} method="get" action={action}>
        {Object.entries({ ...keep, period: filter.period }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {filter.period === 'custom' ? (
          <>
            <Field name="from" type="date" label={t('wallet.bet_from')} defaultValue={filter.from} required />
            <Field name="to" type="date" label={t('wallet.bet_to')} defaultValue={filter.to} required />
          </>
        ) : null}
        <Choice name="gameCategory" label={t('wallet.bet_category')} value={filter.gameCategory} all={t('wallet.bet_all')}>
          {categories.map(({ category, label }) => (
            <option key={category} value={category}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice name="status" label={t('wallet.bet_status')} value={filter.status} all={t('wallet.bet_all')}>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`wallet.bet_status_${status}`)}
            </option>
          ))}
        </Choice>
        <Button type="submit" icon="filter">
          {t('wallet.bet_apply')}
        </Button>
      </form>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly all: string;
  readonly children: ReactNode;
}

function Choice({ name, label, value, all, children }: ChoiceProps) {
  return (
    <label className={controls.field}>
      <span className={controls.label}>{label}</span>
      <select className={controls.input} name={name} defaultValue={value}>
        <option value="">{all}</option>
        {children}
      </select>
    </label>
  );
}

function Totals({ t, totals, currencySymbol }: Props) {
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('wallet.bet_count')}</dt>
        <dd>{totals.count}</dd>
      </div>
      {(['stake', 'payout', 'net'] as const).map((key) => (
        <div key={key}>
          <dt>{t(`wallet.bet_${key}`)}</dt>
          <dd data-private>
            <Money amount={totals[key]} symbol={currencySymbol} signed={key === 'net'} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BetRow({ bet, t, currencySymbol }: Props & { readonly bet: BetView }) {
  const money = (key: 'stake' | 'payout' | 'net') => (
    <span className={styles.figure}>
      <small>{t(`wallet.bet_${key}`)}</small>
      <span data-private>
        <Money amount={bet[key]} symbol={currencySymbol} signed={key === 'net'} />
      </span>
    </span>
  );
  return (
    <details className={styles.bet}>
      <summary>
        <span className={styles.game}>
          <strong>{bet.gameName}</strong>
          <small>{bet.vendorName}</small>
        </span>
        <small>{bet.placedAtText}</small>
        {money('stake')}
        {money('payout')}
        {money('net')}
        <span className={styles.state}>
          <span className={display.badge} data-tone={TONES[bet.status]}>
            {t(`wallet.bet_status_${bet.status}`)}
          </span>
        </span>
        <Icon name="chevron-down" small />
      </summary>
      <Details bet={bet} t={t} currencySymbol={currencySymbol} />
    </details>
  );
}

function Details({ bet, t, currencySymbol }: Pick<Props, 't' | 'currencySymbol'> & { readonly bet: BetView }) {
  const facts: [string, ReactNode][] = [
    ['betId', <Id key="bet" t={t} id={bet.betId} />],
    ['roundId', <Id key="round" t={t} id={bet.roundId} />],
    ['placedAt', bet.placedAtText],
    ['settledAt', bet.settledAtText ?? t('wallet.bet_notSettled')],
  ];
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`wallet.bet_${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('wallet.bet_transfers')}>
        <table className={display.table}>
          <thead>
            <tr>
              {['kind', 'amount', 'transferId', 'reference', 'at'].map((key) => (
                <th key={key} scope="col" className={key === 'amount' ? display.number : undefined}>
                  {t(`wallet.bet_${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bet.transfers.map((transfer, index) => (
              <tr key={transfer.transferId}>
                <td>{t(`wallet.bet_kind_${transfer.kind}`)}</td>
                <td className={display.number}>
                  <span data-private>
                    <Money amount={transfer.amount} symbol={currencySymbol} />
                  </span>
                </td>
                <td>
                  <code>{transfer.transferId}</code>
                </td>
                <td>
                  <code>{transfer.reference}</code>
                </td>
                <td>{bet.transferTexts[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {bet.verifyUrl ? (
        <p>
          <a className={controls.link} href={bet.verifyUrl} target="_blank" rel="noreferrer">
            {t('wallet.bet_verify')}
          </a>
        </p>
      ) : null}
    </div>
  );
}

function Id({ t, id }: { readonly t: Props['t']; readonly id: string }) {
  return (
    <>
      <code>{id}</code>
      <CopyButton t={t} text={id} />
    </>
  );
}
