import { gameHref } from '../../client/page/paths.ts';
import { EmptyState } from '../../client/ui/empty-state.tsx';
import { Money } from '../../client/ui/money.tsx';
import type { Winner } from '../../shared/api/games/schemas.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { Section } from './section.tsx';
import styles from './winners.module.css';

interface WinnersProps {
  readonly t: Translate;
  readonly winners: readonly Winner[];
}

/** Recent wins with masked names, newest first. */
export function Winners({ t, winners }: WinnersProps) {
  return (
    <Section id="winners" title={t('lobby.winners')}>
      {winners.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="medal" title={t('lobby.winnersEmpty')} text={t('lobby.winnersEmptyText')} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must be reachable by keyboard
        <ul className={styles.list} tabIndex={0} aria-labelledby="winners">
          {winners.map((winner) => (
            <li key={`${winner.at} ${winner.account} ${winner.gameId}`} className={styles.win}>
              <img className={styles.picture} src={winner.showIcon} alt="" width={48} height={64} loading="lazy" decoding="async" />
              <div className={styles.words}>
                <a className={styles.game} href={gameHref(winner.gameId)} data-launch="">
                  {winner.gameName}
                </a>
                <bdi className={styles.player}>{winner.account}</bdi>
                <span className={styles.amount}>
                  <Money amount={winner.amount} currency={winner} signed />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
