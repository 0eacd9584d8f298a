import { useEffect, useState } from 'react';
import { roomList } from '../../../shared/api/games/calls.ts';
import type { PvpRoom } from '../../../shared/api/games/schemas.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { call } from '../../page/call.ts';
import { gameHref, placeHref } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import display from '../../ui/display.module.css';
import { Image } from '../../ui/image.tsx';
import type { PvpRoomsProps } from './props.ts';
import styles from './pvp-rooms.module.css';

const SKELETONS = ['a', 'b', 'c', 'd'];

/** Card rooms in one row of fixed height. Visitors see that rooms require a login. */
export default function PvpRooms(props: PvpRoomsProps & IslandContext) {
  const { t, loginHref } = props;
  return (
    <section className={styles.rooms} aria-labelledby="rooms">
      <div>
        <h2 className={styles.title} id="rooms">
          {t('games.rooms')}
        </h2>
        <p className={styles.text}>{t('games.roomsText')}</p>
      </div>
      {props.member ? (
        <Rooms {...props} />
      ) : (
        <div className={classNames(styles.row, styles.note)}>
          <p>{t('games.roomsLogin')}</p>
          <ButtonLink variant="primary" icon="log-in" href={loginHref} data-modal="login">
            {t('lobby.login')}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function Rooms({ t }: PvpRoomsProps & IslandContext) {
  const { rooms, failed, retry } = useRooms();
  if (failed)
    return (
      <div className={classNames(styles.row, styles.note)} role="alert">
        <p>{t('games.roomsFailed')}</p>
        <Button icon="refresh-cw" onClick={retry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  if (rooms && rooms.length === 0)
    return (
      <div className={classNames(styles.row, styles.note)}>
        <p>
          <strong>{t('games.roomsNone')}</strong>
          <br />
          {t('games.roomsNoneText')}
        </p>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must be reachable by keyboard
    <ul className={styles.row} tabIndex={0} aria-labelledby="rooms" aria-busy={!rooms}>
      {rooms
        ? rooms.map((room) => <Room key={room.roomId} t={t} room={room} />)
        : SKELETONS.map((key) => <li key={key} className={classNames(styles.room, display.skeleton)} />)}
    </ul>
  );
}

function Room({ t, room }: { readonly t: IslandContext['t']; readonly room: PvpRoom }) {
  const amount = (wire: string) => amountText(wire, room);
  // A game without rooms is listed as one room with the game's own id.
  const href = room.roomId === room.gameId ? gameHref(room.gameId) : placeHref(room.gameId, { kind: 'room', id: room.roomId });
  return (
    <li className={styles.room}>
      <Image className={styles.picture} src={room.showIcon} alt="" width={300} height={400} />
      <div className={styles.words}>
        <a className={styles.name} href={href} data-launch="">
          {room.gameName}
        </a>
        <span className={styles.vendor}>{room.vendorName}</span>
        {room.maintenance ? (
          <span className={display.badge}>{t('lobby.maintenance')}</span>
        ) : Number(room.maxBet) === 0 ? null : (
          <bdi className={styles.stakes} dir="ltr">
            {room.minBet === room.maxBet
              ? t('games.roomStake', { amount: amount(room.minBet) })
              : t('games.roomStakes', { from: amount(room.minBet), to: amount(room.maxBet) })}
          </bdi>
        )}
        {room.players === null || room.maintenance ? null : (
          <span className={styles.vendor}>
            {room.players === 0 ? t('games.roomEmpty') : t('games.roomHere', { players: room.players, waiting: room.waiting ?? 0 })}
          </span>
        )}
      </div>
    </li>
  );
}

function useRooms() {
  const [state, setState] = useState<{ rooms: readonly PvpRoom[] | null; failed: boolean }>({ rooms: null, failed: false });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    const controller = new AbortController();
    setState({ rooms: null, failed: false });
    void call(roomList, { signal: controller.signal }).then((answer) => {
      if (!controller.signal.aborted)
        setState(answer.success ? { rooms: answer.value.rooms, failed: false } : { rooms: null, failed: true });
    });
    return () => controller.abort();
  }, [attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
