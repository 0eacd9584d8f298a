import type { ReactNode } from 'react';
import { betVerified } from '../../../shared/api/records/calls.ts';
import { BET_FILTER_STATES } from '../../../shared/api/records/constants.ts';
import { betStateKey } from '../../../shared/records.ts';
import { formAction, PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreDetails } from '../../ui/more-details.tsx';
import { BetLegs } from './bet-legs.tsx';
import type { BettingRecordProps, BetView } from './props.ts';
import { RecordPage, RecordRows } from './record-page.tsx';
import { ChoiceField, CopiedId, Facts, FilterForm, RowStat, Stat, Stats } from './record-parts.tsx';
import styles from './records.module.css';

const EVEN = 'records.status_even';
const TONES = { won: 'pos', lost: 'neg', open: 'info', cancelled: undefined } as const;

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
  const statuses = BET_FILTER_STATES.map((status) => ({ value: status, label: t(`records.status_${status}`) }));
  return (
    <FilterForm t={t} page={props}>
      <ChoiceField name="gameCategory" label={t('records.category')} value={filter.gameCategory} all={all} choices={categories} />
      <ChoiceField name="vassalage" label={t('records.vendor')} value={filter.vassalage} all={all} choices={vendors} />
      <ChoiceField name="status" label={t('records.status')} value={filter.status} all={all} choices={statuses} />
    </FilterForm>
  );
}

function Totals({ t, totals, currency }: Props) {
  return (
    <>
      <Stats>
        <div>
          <dt>{t('records.count')}</dt>
          <dd>{totals.count}</dd>
        </div>
        {(['stake', 'validStake', 'payout', 'net'] as const).map((key) => (
          <Stat key={key} label={t(`records.${key}`)} amount={totals[key]} currency={currency} signed={key === 'net'} />
        ))}
      </Stats>
      <p className={styles.note}>{t('records.totalsNote')}</p>
    </>
  );
}

function BetRow({ bet, t, currency, single }: Props & { readonly bet: BetView }) {
  const state = betStateKey(bet);
  // An open bet has a stake but no payout and no net result yet.
  const money = (key: 'stake' | 'payout' | 'net') => (
    <RowStat
      label={t(`records.${key}`)}
      amount={bet.status === 'open' && key !== 'stake' ? null : bet[key]}
      currency={currency}
      signed={key === 'net'}
    />
  );
  return (
    <details className={styles.bet} open={single}>
      <summary>
        <span className={styles.game}>
          <strong>{bet.gameName}</strong>
          <small>{bet.vendorName}</small>
          {bet.summary === '' ? null : <small className={styles.summary}>{bet.summary}</small>}
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
      <Details bet={bet} t={t} currency={currency} />
    </details>
  );
}

/** What the bet was on, as its vendor describes it. */
function BetLines({ lines }: { readonly lines: BetView['lines'] }) {
  if (lines.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {lines.map(({ name, label, value }) => (
        <div key={`${name} ${label}`} data-line={name} className={value.length > WIDE_VALUE ? styles.wide : undefined}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
/** Characters from which a line has the whole width. */
const WIDE_VALUE = 60;

const BETTING_RECORD = '/member/personalHistoryCopy';

/** A proof of this site is opened by a form, so that the platform knows of it, also without script. One of another site is a link. */
function VerifyLink({ t, betId, verifyUrl }: Pick<Props, 't'> & { readonly betId: string; readonly verifyUrl: string }) {
  if (!verifyUrl.startsWith('/'))
    return (
      <p>
        <a className={controls.link} href={verifyUrl} target="_blank" rel="noreferrer">
          {t('records.verify')}
        </a>
      </p>
    );
  return (
    <form method="post" action={formAction(betVerified.id)} target="_blank" rel="noopener">
      <input type="hidden" name="back" value={`${BETTING_RECORD}?betId=${betId}`} />
      <input type="hidden" name="betId" value={betId} />
      <button type="submit" className={controls.link}>
        {t('records.verify')}
      </button>
    </form>
  );
}

function Details({ bet, t, currency }: Pick<Props, 't' | 'currency'> & { readonly bet: BetView }) {
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
      <BetLines lines={bet.lines} />
      <BetLegs t={t} legs={bet.legViews} isOpen={bet.status === 'open'} />
      {bet.verifyUrl ? <VerifyLink t={t} betId={bet.betId} verifyUrl={bet.verifyUrl} /> : null}
      <MoreDetails t={t}>
        <Facts t={t} facts={ids} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={classNames(styles.scroll, display.sideways)} tabIndex={0} aria-label={t('records.transfers')}>
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
                      <Money amount={transfer.amount} currency={currency} />
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
