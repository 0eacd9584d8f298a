import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import type { RewardListProps, WaitingRewardView } from '../../../client/islands/rewards/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Money } from '../../../client/ui/money.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { RewardOutcome } from '../../../shared/api/reward-centre/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Island } from '../../components/island.tsx';
import { isOpenHref, memberHref, REWARD_CENTRE } from '../../components/member-entries.ts';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './reward-centre.module.css';

interface PastRewardView extends Pick<WaitingRewardView, 'rewardId' | 'source' | 'name' | 'amount' | 'points' | 'href'> {
  readonly outcome: RewardOutcome;
  readonly atText: string;
}

interface HistoryView {
  readonly page: number;
  readonly pages: number;
  readonly rewards: readonly PastRewardView[];
}

export interface RewardCentreView {
  readonly timeZone: string;
  /** The site has promotions, and the member may see them. */
  readonly promotions: boolean;
  readonly list: RewardListProps;
  /** Null: it could not be loaded. */
  readonly history: HistoryView | null;
}

const PAGE = memberHref(REWARD_CENTRE);

/** Everything that waits for the member of any feature, and what was claimed or has ended. Needs no script. */
export function RewardCentrePage({ context, data }: { readonly context: PageContext; readonly data: RewardCentreView }) {
  const { t } = context;
  const { list, history, promotions, timeZone } = data;
  return (
    <MemberCentre context={context} page={REWARD_CENTRE}>
      <Island name="reward-list" hydrate="load" props={list} />
      {promotions ? (
        <section className={`${display.card} ${styles.more}`}>
          <p>{t('rewards.promotions')}</p>
          <ButtonLink icon="sparkles" href="/promotions">
            {t('lobby.promotions')}
          </ButtonLink>
          {isOpenHref('/raffle', context.features) ? (
            <ButtonLink icon="ticket" href="/raffle">
              {t('raffle.title')}
            </ButtonLink>
          ) : null}
        </section>
      ) : null}
      <section className={display.card} id="history">
        <h2 className={records.title}>{t('rewards.history')}</h2>
        {history === null ? <Unread t={t} /> : <History t={t} history={history} currency={list.currency} />}
      </section>
      <p className={records.zone}>{t('records.zone', { zone: timeZone })}</p>
    </MemberCentre>
  );
}

function Unread({ t }: { readonly t: Translate }) {
  return (
    <EmptyState icon="triangle-alert" title={t('errors.upstream_unavailable')}>
      <ButtonLink href={PAGE}>{t('lobby.tryAgain')}</ButtonLink>
    </EmptyState>
  );
}

const TONES: Readonly<Record<RewardOutcome, string>> = { claimed: 'pos', expired: 'neg', rejected: 'neg' };

interface HistoryProps {
  readonly t: Translate;
  readonly history: HistoryView;
  readonly currency: CurrencyView;
}

function History({ t, history: { rewards, page, pages }, currency }: HistoryProps) {
  if (rewards.length === 0) return <EmptyState icon="clock" title={t('rewards.noHistory')} />;
  const heads = ['reward', 'worth', 'when', 'outcome'].map((key) => t(`rewards.${key}`));
  return (
    <>
      <DataTable label={t('rewards.history')} heads={heads} whole cards>
        {rewards.map((row) => (
          <tr key={row.rewardId}>
            <td>
              <a className={styles.name} href={row.href}>
                {row.name}
              </a>
            </td>
            <td className={display.number} data-label={heads[1]}>
              <span data-private>
                {row.amount === null ? (
                  row.points && t('points.points', { points: row.points })
                ) : (
                  <Money amount={row.amount} currency={currency} />
                )}
              </span>
            </td>
            <td className={display.number} data-label={heads[2]}>
              {row.atText}
            </td>
            <td className={display.number} data-label={heads[3]}>
              <span className={display.badge} data-tone={TONES[row.outcome]}>
                {t(`rewards.outcome_${row.outcome}`)}
              </span>
            </td>
          </tr>
        ))}
      </DataTable>
      <Pagination t={t} page={page} pages={pages} href={(pageNo) => `${PAGE}?pageNo=${pageNo}#history`} />
    </>
  );
}
