import { useEffect, useRef, useState } from 'react';
import { missionLeaderboard, missionListing } from '../../../shared/api/missions/calls.ts';
import { BOARD_WINDOWS } from '../../../shared/api/missions/constants.ts';
import type { BoardValue } from '../../../shared/api/missions/schemas.ts';
import { timeLeft } from '../../../shared/i18n/time-left.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { pointsOfWire } from '../../../shared/money/points.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import { onLive } from '../../page/live/live-events.ts';
import { formAction } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import styles from './mission-board.module.css';
import type { MissionBoardProps } from './props.ts';

type Props = MissionBoardProps & IslandContext;

/** A leaderboard of missions. Boards, periods and the choice to take part are links and a form; with script the places follow the play. */
export function MissionBoard(props: Props) {
  const { t, page, boards, window, problem, saved } = props;
  const { board, leftText, listed } = useBoard(props);
  const shown = board?.boardId ?? props.boardId;
  return (
    <section className={display.card} aria-labelledby="leaderboard">
      <h2 className={styles.title} id="leaderboard">
        {t('missions.board_title')}
      </h2>
      <FormMessage text={problem} />
      <FormMessage kind="done" text={saved ? t('missions.board_saved') : ''} />
      {boards.length > 1 ? (
        <Choice
          label={t('missions.board_boards')}
          entries={boards.map(({ boardId, period }) => ({
            text: t(`missions.board_${period}`),
            href: addressOf(page, boardId, window),
            isCurrent: boardId === shown,
          }))}
        />
      ) : null}
      <Choice
        label={t('missions.board_windows')}
        entries={BOARD_WINDOWS.map((one) => ({
          text: t(`missions.board_${one}`),
          href: addressOf(page, shown, one),
          isCurrent: one === window,
        }))}
      />
      {board ? (
        <Board {...props} board={board} leftText={leftText} listed={listed} />
      ) : (
        <EmptyState
          icon="trophy"
          title={t('missions.board_none')}
          text={t(window === 'last' ? 'missions.board_noneLast' : 'missions.board_noneText')}
        />
      )}
      <Listing {...props} listed={listed} boardId={shown} />
    </section>
  );
}

function addressOf(page: string, boardId: string, window: string): string {
  return `${page}?board=${encodeURIComponent(boardId)}&window=${window}#leaderboard`;
}

/** The board after the events of this page. */
function useBoard({ board: first, boardId, window, leftText, listed, languageTag }: Props) {
  const [state, setState] = useState({ board: first, leftText, listed });
  const requested = useRef(0);
  const reload = async (): Promise<void> => {
    requested.current += 1;
    const own = requested.current;
    const answer = await call(missionLeaderboard, { query: { boardId, window } });
    // An answer that arrives after a later request is older.
    if (!answer.success || own !== requested.current) return;
    const { board, now } = answer.value;
    const left = board === null ? 0 : (Date.parse(board.endsAt) - Date.parse(now)) / 1000;
    setState({ board, leftText: left > 0 ? timeLeft(left, languageTag) : '', listed: answer.value.listed });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: events are followed from the first render on
  useEffect(() => {
    const stops = [onLive('hello', () => void reload()), onLive('missions', () => void reload())];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return state;
}

interface Entry {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

function Choice({ label, entries }: { readonly label: string; readonly entries: readonly Entry[] }) {
  return (
    <nav className={classNames(display.tabs, styles.choice)} aria-label={label}>
      {entries.map(({ text, href, isCurrent }) => (
        <a key={href} className={display.tab} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

type BoardProps = Props & { readonly board: BoardValue };

function Board(props: BoardProps) {
  const { t, board, leftText, timeZone } = props;
  const { from, lastDay, endsAt, closed, measure, places, prizes } = board;
  const days = from === lastDay ? from : t('missions.board_days', { from, to: lastDay });
  const state = closed
    ? t('missions.board_ended')
    : leftText === ''
      ? t('missions.board_counting')
      : `${t('missions.board_endsAt', { until: zonedMinute(endsAt, timeZone) })} · ${t('rewards.left', { left: leftText })}`;
  return (
    <>
      <p className={styles.note}>
        {days} · {state}
      </p>
      <p className={styles.note}>{t(`missions.board_text_${measure}`)}</p>
      <Own {...props} />
      {places.length === 0 ? (
        <EmptyState icon="trophy" title={t('missions.board_none')} text={t('missions.board_noneText')} />
      ) : (
        <table className={display.table}>
          <caption className={styles.caption}>{t('missions.board_title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('missions.board_place')}</th>
              <th scope="col">{t('missions.board_name')}</th>
              <th scope="col" className={display.number}>
                {t(`missions.board_score_${measure}`)}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map(({ place, name, score, own }) => (
              <tr key={place} data-own={own || undefined} className={styles.row}>
                <td>{place}</td>
                <th scope="row" className={styles.name}>
                  <bdi>{name}</bdi> {own ? <span className={display.badge}>{t('missions.board_you')}</span> : null}
                </th>
                <td className={display.number}>{score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3 className={styles.part}>{t('missions.board_prizes')}</h3>
      {prizes.length === 0 ? (
        <p>{t('missions.board_noPrizes')}</p>
      ) : (
        <ul className={styles.prizes}>
          {prizes.map((prize) => (
            <li key={prize.from} className={display.badge}>
              {t(prize.from === prize.upTo ? 'missions.board_prizeOf' : 'missions.board_prizeRange', { from: prize.from, to: prize.upTo })}:{' '}
              <bdi>{worthOf(props, prize)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>{t('missions.board_rule')}</p>
      <p className={styles.note}>{t('missions.board_claimNote')}</p>
    </>
  );
}

function worthOf({ t, currency }: Props, { amount, points }: BoardValue['prizes'][number]): string {
  return amount === null ? t('points.points', { points: pointsOfWire(points ?? '') }) : amountText(amount, currency);
}

/** The place of the member, also below the places that are shown. */
function Own(props: BoardProps) {
  const { t, board, listed } = props;
  const { own, closed, prizes } = board;
  const won = closed && own?.place ? prizes.find(({ from, upTo }) => (own.place ?? 0) >= from && (own.place ?? 0) <= upTo) : undefined;
  if (!own)
    return (
      <p className={styles.own} data-own-place>
        {t(listed ? (closed ? 'missions.board_noScoreLast' : 'missions.board_noScore') : 'missions.board_notListed')}
      </p>
    );
  return (
    <p className={styles.own} data-own-place data-private>
      <strong>
        {own.place === null
          ? t(listed || closed ? 'missions.board_noPlace' : 'missions.board_notListed')
          : t('missions.board_yourPlace', { place: own.place })}
      </strong>
      <span>{t('missions.board_yourScore', { score: own.score })}</span>
      {won ? <span>{t('missions.board_won', { prize: worthOf(props, won) })}</span> : null}
    </p>
  );
}

function Listing({ t, listed, page, boardId, window }: Props) {
  return (
    <form method="post" action={formAction(missionListing.id)} className={styles.listing}>
      <input type="hidden" name="back" value={`${page}?board=${encodeURIComponent(boardId)}&window=${window}&saved=1#leaderboard`} />
      <input type="hidden" name="listed" value={listed ? 'no' : 'yes'} />
      <span className={styles.note}>{t(listed ? 'missions.board_leaveText' : 'missions.board_joinText')}</span>
      <Button type="submit" dense>
        {t(listed ? 'missions.board_leave' : 'missions.board_join')}
      </Button>
    </form>
  );
}
