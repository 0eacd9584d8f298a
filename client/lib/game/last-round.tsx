import { useEffect, useState } from 'react';
import { type LastRound, lastRound } from '../../../shared/api/protection-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../call.ts';
import { gameHref } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Money } from '../ui/money.tsx';
import styles from './last-round.module.css';
import { clearOpenRound, openRoundGame } from './open-round.ts';

interface LastRoundProps {
  readonly t: Translate;
  /** On the page of a game: that game alone, and without a link to it. Elsewhere: the game that was left in a round. */
  readonly gameId?: string;
  /** Rounds that have ended while the page was open: with the first of them nobody wonders any more. */
  readonly rounds?: number;
  /** What the server knew when it made the page; shown without script too. */
  readonly known?: LastRound | null;
}

/** After a crash or a closed tab: what became of the round, and where its money is. Nothing when no round was left. */
export function LastRoundCard({ t, gameId, rounds = 0, known = null }: LastRoundProps) {
  const [round, setRound] = useState(known);
  useEffect(() => {
    const left = openRoundGame();
    const wanted = gameId ?? left;
    if (wanted === null) return;
    let gone = false;
    void call(lastRound, { query: { gameId: wanted } }).then((answer) => {
      if (gone || !answer.success) return;
      const found = answer.value.round;
      // A round that ended with the member watching needs no card.
      if (found && (found.state === 'open' || left === found.gameId)) setRound(found);
      if (found?.state !== 'open' && left === wanted) clearOpenRound();
    });
    return () => {
      gone = true;
    };
  }, [gameId]);
  if (!round || rounds > 0) return null;
  const { state, stake, payout, refunded, currencySymbol: symbol } = round;
  const outcome = state === 'decided' ? (Number(payout) > 0 ? 'won' : 'lost') : state;
  return (
    <section className={styles.card} role="status" aria-labelledby="last-round">
      <Icon name={state === 'open' ? 'hourglass' : 'circle-check'} />
      <div className={styles.text}>
        <h2 className={styles.title} id="last-round">
          {t('protection.lastRound_title', { game: round.gameName })}
        </h2>
        <p>
          {t(`protection.lastRound_${outcome}`)}{' '}
          <strong>
            <Money amount={outcome === 'won' ? payout : outcome === 'refunded' ? refunded : stake} symbol={symbol} />
          </strong>
        </p>
        <p className={styles.id}>
          {t('protection.lastRound_id')} <bdi>{round.roundId}</bdi>
        </p>
        <p className={styles.ways}>
          <ButtonLink dense variant="outline" href="/member/personalHistoryCopy">
            {t('protection.lastRound_record')}
          </ButtonLink>
          {gameId === undefined ? (
            <ButtonLink dense variant="secondary" href={gameHref(round.gameId)}>
              {t('protection.lastRound_reopen')}
            </ButtonLink>
          ) : null}
        </p>
      </div>
      <Button variant="ghost" dense iconOnly icon="x" onClick={() => setRound(null)}>
        {t('common.close')}
      </Button>
    </section>
  );
}
