import type { ReactNode } from 'react';
import type { BetState } from '../../shared/api/record-calls.ts';
import { betStateKey } from '../../shared/records.ts';
import { PATHS } from '../lib/paths.ts';
import { BetLegs, LEG_TEXTS } from '../lib/records/bet-legs.tsx';
import type { BettingRecordProps, BetView } from '../lib/records/props.ts';
import { RecordPage, RecordRows } from '../lib/records/record-page.tsx';
import { ChoiceField, CopiedId, Facts, FilterForm, RECORD_PART_TEXTS, RowStat, Stat, Stats } from '../lib/records/record-parts.tsx';
import styles from '../lib/records/records.module.css';
import { ButtonLink } from '../lib/ui/button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import { Money } from '../lib/ui/money.tsx';
import { MORE_DETAILS_TEXTS, MoreDetails } from '../lib/ui/more-details.tsx';
import type { IslandContext } from '../runtime/island.ts';
import controls from '../styles/controls.module.css';
import display from '../styles/display.module.css';

const STATUSES: readonly BetState[] = ['won', 'even', 'lost', 'open', 'cancelled'];
const EVEN = 'records.status_even';
const TONES = { won: 'pos', lost: 'neg', open: 'info', cancelled: undefined } as const;

export const texts = [
  ...RECORD_PART_TEXTS,
  ...MORE_DETAILS_TEXTS,
  ...LEG_TEXTS,
  ...STATUSES.map((status) => `records.status_${status}`),
  ...[
    'category vendor status count stake validStake payout net betId roundId placedAt settledAt notSettled transfers transferId kind',
    'reference amount verify none noneText at kind_bet kind_win kind_rollback playNow listOfBets openBet showAll totalsNote',
  ]
    .join(' ')
    .split(' ')
    .map((key) => `records.${key}`),
];

type Props = BettingRecordProps & IslandContext;

/** The bets of a period with their ledger ids. Filters and page numbers are in the address. */
export default function BettingRecord(props: Props) {
  const { t, bets, single } = props;
  const none = (
    <EmptyState icon="receipt" title={t('records.none')} text={t('records.noneText')}>
      <ButtonLink variant="primary" href={PATHS.home}>
        {t('records.playNow')}
      </ButtonLink>
    </EmptyState>
  );
  return (
    <RecordPage t={t} page={props} filters={<Filters {...props} />} sums={<Totals {...props} />}>
      <RecordRows
        t={t}
        page={props}
        title={t(single ? 'records.openBet' : 'records.listOfBets')}
        rows={bets.map((bet) => <BetRow key={bet.betId} {...props} bet={bet} />)}
        none={none}
      />
    </RecordPage>
  );
}

function Filters(props: Props) {
  const { t, filter, categories, vendors } = props;
  const all = t('records.all');
  const statuses = STATUSES.map((status) => ({ value: status, label: t(`records.status_${status}`) }));
  return (
    <FilterForm t={t} page={props}>
      <ChoiceField name="gameCategory" label={t('records.category')} value={filter.gameCategory} all={all} choices={categories} />
      <ChoiceField name="vassalage" label={t('records.vendor')} value={filter.vassalage} all={all} choices={vendors} />
      <ChoiceField name="status" label={t('records.status')} value={filter.status} all={all} choices={statuses} />
    </FilterForm>
  );
}

function Totals({ t, totals, currencySymbol }: Props) {
  return (
    <>
      <Stats>
        <div>
          <dt>{t('records.count')}</dt>
          <dd>{totals.count}</dd>
        </div>
        {(['stake', 'validStake', 'payout', 'net'] as const).map((key) => (
          <Stat key={key} label={t(`records.${key}`)} amount={totals[key]} symbol={currencySymbol} signed={key === 'net'} />
        ))}
      </Stats>
      <p className={styles.note}>{t('records.totalsNote')}</p>
    </>
  );
}

function BetRow({ bet, t, currencySymbol, single }: Props & { readonly bet: BetView }) {
  const state = betStateKey(bet);
  // An open bet has a stake but no payout and no net result yet.
  const money = (key: 'stake' | 'payout' | 'net') => (
    <RowStat
      label={t(`records.${key}`)}
      amount={bet.status === 'open' && key !== 'stake' ? null : bet[key]}
      symbol={currencySymbol}
      signed={key === 'net'}
    />
  );
  return (
    <details className={styles.bet} open={single}>
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
          <span className={display.badge} data-tone={state === EVEN ? undefined : TONES[bet.status]}>
            {t(state)}
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
    ['placedAt', bet.placedAtText],
    ['settledAt', bet.settledAtText ?? t('records.notSettled')],
  ];
  const ids: [string, ReactNode][] = [
    ['betId', <CopiedId key="bet" t={t} id={bet.betId} />],
    ['roundId', <CopiedId key="round" t={t} id={bet.roundId} />],
  ];
  return (
    <div className={styles.details}>
      <Facts t={t} facts={facts} />
      <BetLegs t={t} legs={bet.legViews} isOpen={bet.status === 'open'} />
      {bet.verifyUrl ? (
        <p>
          <a className={controls.link} href={bet.verifyUrl} target="_blank" rel="noreferrer">
            {t('records.verify')}
          </a>
        </p>
      ) : null}
      <MoreDetails t={t}>
        <Facts t={t} facts={ids} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-label={t('records.transfers')}>
          <table className={display.table}>
            <thead>
              <tr>
                {['kind', 'amount', 'transferId', 'reference', 'at'].map((key) => (
                  <th key={key} scope="col" className={key === 'amount' ? display.number : undefined}>
                    {t(`records.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bet.transfers.map((transfer, index) => (
                <tr key={transfer.transferId}>
                  <td>{t(`records.kind_${transfer.kind}`)}</td>
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
      </MoreDetails>
    </div>
  );
}
