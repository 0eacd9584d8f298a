import records from '../../../client/islands/records/records.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { ReferralOverview } from '../../../shared/api/referral/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import styles from './referral.module.css';

const STAGES = ['registered', 'deposited', 'played'] as const;

/** A friend with the day of each stage; null: not reached. */
export interface FriendView {
  readonly name: string;
  readonly days: Readonly<Record<(typeof STAGES)[number], string | null>>;
  readonly invited: readonly { readonly name: string; readonly day: string }[];
  readonly invitedCount: number;
}

interface FriendsProps {
  readonly t: Translate;
  readonly view: Pick<ReferralOverview, 'counts' | 'page' | 'pages'> & { readonly friends: readonly FriendView[] };
}

/** The member's friends with their stages, and below each those whom the friend has invited. */
export function ReferralFriends({ t, view: { counts, page, pages, friends } }: FriendsProps) {
  return (
    <section className={display.card} aria-labelledby="friends">
      <h2 className={records.title} id="friends">
        {t('referral.friends')}
      </h2>
      {friends.length === 0 ? (
        <EmptyState icon="user-plus" title={t('referral.noFriends')} text={t('referral.noFriendsText')} />
      ) : (
        <>
          <dl className={styles.sums}>
            {STAGES.map((stage) => (
              <div key={stage}>
                <dt>{t(`referral.stage_${stage}`)}</dt>
                <dd>{counts[stage]}</dd>
              </div>
            ))}
          </dl>
          <ul className={styles.friends}>
            {friends.map((friend) => (
              <Friend key={`${friend.name} ${friend.days.registered} ${friend.days.played}`} t={t} friend={friend} />
            ))}
          </ul>
        </>
      )}
      <Pagination t={t} page={page} pages={pages} href={(pageNo) => `/member/referral?pageNo=${pageNo}#friends`} />
    </section>
  );
}

function Friend({ t, friend: { name, days, invited, invitedCount } }: { readonly t: Translate; readonly friend: FriendView }) {
  return (
    <li className={styles.friend}>
      <bdi className={styles.what}>{name}</bdi>
      <ol className={styles.stages}>
        {STAGES.map((stage) => (
          <li key={stage} data-reached={days[stage] !== null || undefined}>
            <Icon name={days[stage] === null ? 'clock' : 'circle-check'} small />
            <span>
              {t(`referral.stage_${stage}`)}
              <small className={styles.note}>{days[stage] ?? t('referral.notYet')}</small>
            </span>
          </li>
        ))}
      </ol>
      {invitedCount === 0 ? null : (
        <details className={styles.below}>
          <summary>
            {t('referral.invited', { count: invitedCount })}
            <Icon name="chevron-down" small />
          </summary>
          <ul>
            {invited.map((one) => (
              <li key={`${one.name} ${one.day}`}>
                <bdi>{one.name}</bdi> <small className={styles.note}>{one.day}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
