import { EmptyState } from '../../client/ui/empty-state.tsx';
import { Money } from '../../client/ui/money.tsx';
import type { ValueOf } from '../../shared/api/client-call.ts';
import type { rankList } from '../../shared/api/games/calls.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './leaderboard.module.css';
import { Section } from './section.tsx';

export type RankEntry = ValueOf<typeof rankList>['list'][number];

/** Players of the last seven days by settled stakes, names masked. */
export function Leaderboard({ t, rank }: { readonly t: Translate; readonly rank: readonly RankEntry[] }) {
  return (
    <Section id="leaderboard" title={t('games.leaderboard')}>
      <p className={styles.note}>{t('games.leaderboardText')}</p>
      {rank.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="trophy" title={t('games.leaderboardNone')} text={t('games.leaderboardNoneText')} />
        </div>
      ) : (
        <div className={styles.frame}>
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
              {rank.map(({ rank: place, account, rounds, stake, currencySymbol }) => (
                <tr key={place}>
                  <td className={styles.place} data-place={place <= 3 ? place : undefined}>
                    {place}
                  </td>
                  <td>
                    <bdi>{account}</bdi>
                  </td>
                  <td>{rounds}</td>
                  <td>
                    <Money amount={stake} symbol={currencySymbol} />
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
