import { useEffect, useState } from 'react';
import { lastRound } from '../../../shared/api/vendors/calls.ts';
import type { LastRound } from '../../../shared/api/vendors/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../../page/call.ts';
import { gameHref } from '../../page/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './last-round.module.css';
import { clearOpenRound, openRoundGame } from './open-round.ts';

interface LastRoundProps {
  readonly t: Translate;
  /** On a game's page: only this game, without a link. Elsewhere: the game with the unfinished round. */
  readonly gameId?: string;
  /** Open bets of this game are no interrupted rounds, and the game itself lists them. */
  readonly longBets?: boolean;
  /** Rounds finished while the page was open; the card is removed after the first. */
  readonly rounds?: number;
  /** Known by the server when it rendered the page; also shown without script. */
  readonly known?: LastRound | null;
}

/** After a crash or a closed tab: outcome of the round and where its money is. Renders nothing if no round was left. */
export function LastRoundCard({ t, gameId, longBets = false, rounds = 0, known = null }: LastRoundProps) {
  const [round, setRound] = useState(known);
  useEffect(() => {
    const left = openRoundGame();
    const wanted = gameId ?? left;
    if (wanted === null) return;
    let cancelled = false;
    void call(lastRound, { query: { gameId: wanted } }).then((answer) => {
      if (cancelled || !answer.success) return;
      const found = answer.value.round;
      // A round that the member saw end needs no card.
      const isOpen = found?.state === 'open' && !longBets;
      if (found && (isOpen || (found.state !== 'open' && left === found.gameId))) setRound(found);
      if (!isOpen && left === wanted) clearOpenRound();
    });
    return () => {
      cancelled = true;
    };
  }, [gameId, longBets]);
  if (!round || rounds > 0) return null;
  const { state, stake, payout, refunded } = round;
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
            <Money amount={outcome === 'won' ? payout : outcome === 'refunded' ? refunded : stake} currency={round} />
          </strong>
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
