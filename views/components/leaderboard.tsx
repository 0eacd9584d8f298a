import { classNames } from '../../client/ui/class-names.ts';
import display from '../../client/ui/display.module.css';
import { EmptyState } from '../../client/ui/empty-state.tsx';
import { Money } from '../../client/ui/money.tsx';
import type { ValueOf } from '../../shared/api/client-call.ts';
import type { rankList } from '../../shared/api/games/calls.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './leaderboard.module.css';
import { Section } from './section.tsx';

export type Rank = ValueOf<typeof rankList>;

/** Players by settled stakes, names masked. A platform that names no period may use another order and period. */
export function Leaderboard({ t, rank: { list: rank, from, to } }: { readonly t: Translate; readonly rank: Rank }) {
  return (
    <Section id="leaderboard" title={t('games.leaderboard')}>
      {from === to ? null : <p className={styles.note}>{t('games.leaderboardText')}</p>}
      {rank.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="trophy" title={t('games.leaderboardNone')} text={t('games.leaderboardNoneText')} />
        </div>
      ) : (
        <div className={classNames(styles.frame, display.sideways)}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('games.rank')}</th>
                <th scope="col">{t('games.player')}</th>
                <th scope="col">{t('games.rounds')}</th>
                <th scope="col">{t('games.staked')}</th>
              </tr>
            </thead>
            <tbody>
              {rank.map(({ rank: place, account, rounds, stake, ...currency }) => (
                <tr key={place}>
                  <td className={styles.place} data-place={place <= 3 ? place : undefined}>
                    {place}
                  </td>
                  <td>
                    <bdi>{account}</bdi>
                  </td>
                  <td>{rounds}</td>
                  <td>
                    <Money amount={stake} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
