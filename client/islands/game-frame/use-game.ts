import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { launchGame } from '../../../shared/api/games/calls.ts';
import { launchAddress } from '../../../shared/api/launch-address.ts';
import { GAME_READY_MS, LAUNCH_FIELDS } from '../../../shared/constants.ts';
import type { PortalMessage } from '../../../shared/games/contract.ts';
import { balanceState, deductStake, refreshBalance } from '../../page/balance/balance-store.ts';
import { endRound, holdRound, releaseRound, reportHolds } from '../../page/balance/round-hold.ts';
import { call, problemText } from '../../page/call.ts';
import { reportHost } from '../../page/images/report-host.ts';
import type { IslandContext } from '../../runtime/island.ts';
import type { GameFrameProps } from '../games/props.ts';
import { balanceIn, type GameMessageType, originsOf, readGameMessage, roundIn, stakeIn } from './frame-messages.ts';
import { setSound, wantsSound } from './game-sound.ts';
import { onLaunchHost, withFramePosition, withTimeZone } from './launch-host.ts';
import { clearOpenRound, markOpenRound } from './open-round.ts';

/** A game requests a new launch when its session has ended. Repeated requests within this time are ignored. */
const MIN_RELOAD_INTERVAL_MS = 5_000;

export interface GameHandle {
  /** Null if the launch was refused; `problem` has the reason. */
  readonly url: string | null;
  readonly problem: string;
  readonly state: 'loading' | 'ready' | 'slow';
  /** Rounds finished since the game was opened. */
  readonly rounds: number;
  /** Changes of the balance that the game has announced: also of bets that were taken back. */
  readonly changes: number;
  readonly roundOpen: boolean;
  /** The frame has loaded a page: it receives its hold state, and counts as ready if it sends no messages. */
  loaded(): void;
  /** Pauses and resumes the game. A hidden page is always paused. */
  hold(held: boolean): void;
  relaunch(): Promise<void>;
}

/** A launched game: whether it loaded, its messages, and relaunches, each on the next host. */
export function useGame(props: GameFrameProps & IslandContext, frame: RefObject<HTMLIFrameElement | null>): GameHandle {
  const { t, game, hosts, exitHref, links, trial } = props;
  const [launch, setLaunch] = useState({ url: props.url, problem: props.message ?? '', at: 0, attempt: 0 });
  const [state, setState] = useState<GameHandle['state']>('loading');
  const [rounds, setRounds] = useState(0);
  const [changes, setChanges] = useState(0);
  const [roundOpen, setRoundOpen] = useState(false);

  const relaunch = async () => {
    // The server refused, perhaps because free play was requested: only the server can decide again.
    if (props.url === null) return location.reload();
    setState('loading');
    setRoundOpen(false);
    releaseRound();
    const attempt = launch.attempt + 1;
    const answer = await call(launchGame, { body: launchBody(game) });
    const { timeZone } = document.documentElement.dataset;
    const address = answer.success ? withTimeZone(withFramePosition(launchAddress(answer.value), game.place, props.frames), timeZone) : '';
    const url = answer.success ? onLaunchHost(address, props, location.origin, attempt) : null;
    // The sandbox was chosen for the first address: only the server can choose again.
    if (url !== null && !props.sameOrigin && new URL(url, location.origin).origin === location.origin) return location.reload();
    const problem = answer.success ? (url === null ? t('play.hostUnknown') : '') : problemText(t, answer);
    setLaunch({ url, problem, at: Date.now(), attempt });
  };
  const react: Reactions = {
    ready: () => {
      setState('ready');
      showBalance();
    },
    'round-started': (stake, before) => {
      setRoundOpen(true);
      if (!trial) markOpenRound(game.gameId);
      if (holdRound() && stake !== undefined) deductStake(stake, before);
    },
    'result-due': () => void holdRound(),
    'round-shown': () => {
      releaseRound();
      // Also if it has not changed: the game waits for it.
      showBalance();
    },
    'round-ended': () => {
      endRound();
      setRoundOpen(false);
      if (!trial) clearOpenRound();
      setRounds((count) => count + 1);
    },
    'balance-changed': () => {
      void refreshBalance();
      setChanges((count) => count + 1);
    },
    'open-cashier': () => {
      if (links.deposit !== null) window.open(links.deposit, '_blank', 'noopener');
    },
    'open-record': (_stake, _before, roundId) => openRecord(links.bettingRecord, roundId),
    'sound-on': () => setSound(true),
    'sound-off': () => setSound(false),
    leave: () => {
      releaseRound();
      location.assign(exitHref);
    },
    reload: () => {
      if (Date.now() - launch.at > MIN_RELOAD_INTERVAL_MS) void relaunch();
    },
  };
  const { hold, rest } = useGameMessages(frame, originsOf(props.sameOrigin, hosts, props.frames), react);
  const showBalance = useBalanceInGame(frame, launch.url, props.sameOrigin);

  useEffect(() => (props.sameOrigin ? undefined : afterDocument(() => setState('ready'))), [props.sameOrigin]);
  useSlowness(state, launch.url, hosts, setState);

  const loaded = () => {
    // Releases the hold of the previous page. The new page reports its own open round.
    releaseRound();
    rest();
    if (!props.sameOrigin) setState('ready');
  };
  return { url: launch.url, problem: launch.problem, state, rounds, changes, roundOpen, relaunch, loaded, hold };
}

/** Marks a game as slow that is still loading after `GAME_READY_MS`, and reports its host. */
function useSlowness(
  state: GameHandle['state'],
  url: string | null,
  hosts: readonly string[],
  setState: (state: GameHandle['state']) => void,
): void {
  useEffect(() => {
    if (state !== 'loading' || url === null) return;
    const timer = setTimeout(() => {
      setState('slow');
      const host = hosts.find((origin) => url.startsWith(`${origin}/`));
      if (host) reportHost(host);
    }, GAME_READY_MS);
    return () => clearTimeout(timer);
  }, [state, url, hosts, setState]);
}

/** The record of one round in a tab of its own, so that the game stays open. */
function openRecord(record: string | null, roundId: string | undefined): void {
  if (record !== null && roundId !== undefined) window.open(`${record}?roundId=${encodeURIComponent(roundId)}`, '_blank', 'noopener');
}

/**
 * A page in the frame may have loaded before this one hydrated, and may send no messages. The document is complete only after the frames
 * that it came with.
 */
function afterDocument(act: () => void): (() => void) | undefined {
  if (document.readyState === 'complete') {
    act();
    return undefined;
  }
  window.addEventListener('load', act, { once: true });
  return () => window.removeEventListener('load', act);
}

type Reactions = Readonly<Record<GameMessageType, (stake?: string, before?: string, roundId?: string) => void>>;

/** Sends the displayed balance to the game at `url` on every change. Returns a function that sends it again. */
function useBalanceInGame(frame: RefObject<HTMLIFrameElement | null>, url: string | null, sameOrigin: boolean): () => void {
  const send = useCallback(() => {
    const { balance } = balanceState.get();
    if (balance === null || url === null) return;
    const origin = sameOrigin ? '*' : new URL(url, location.origin).origin;
    postToFrame(frame.current, { lagoon: 1, type: 'balance', balance: balance.sumBalance }, origin);
  }, [frame, url, sameOrigin]);
  useEffect(reportHolds, []);
  useEffect(() => {
    let last = balanceState.get().balance?.sumBalance;
    return balanceState.listen(({ balance }) => {
      if (balance?.sumBalance === last) return;
      last = balance?.sumBalance;
      send();
    });
  }, [send]);
  return send;
}

/** Receives the game's messages, and pauses the game while it is hidden or held. */
function useGameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  origins: readonly string[],
  react: Reactions,
): { readonly hold: (held: boolean) => void; readonly rest: () => void } {
  const latest = useRef({ react, origins });
  const held = useRef(false);
  const rest = useCallback(() => {
    const type = held.current || document.visibilityState === 'hidden' ? 'pause' : 'resume';
    // The message is not secret, so any page in the frame may receive it.
    postToFrame(frame.current, { lagoon: 1, type }, '*');
    if (wantsSound()) postToFrame(frame.current, { lagoon: 1, type: 'sound' }, '*');
  }, [frame]);
  useEffect(() => {
    latest.current = { react, origins };
  });
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const messageType = readGameMessage(event, frame.current?.contentWindow ?? null, latest.current.origins);
      if (!messageType) return;
      const data = event.data as object;
      latest.current.react[messageType](stakeIn(data), balanceIn(data), roundIn(data));
    };
    window.addEventListener('message', onMessage);
    document.addEventListener('visibilitychange', rest);
    // A game that was ready before this page hydrated repeats its message.
    rest();
    return () => {
      window.removeEventListener('message', onMessage);
      document.removeEventListener('visibilitychange', rest);
    };
  }, [frame, rest]);
  const hold = useCallback(
    (on: boolean) => {
      held.current = on;
      rest();
    },
    [rest],
  );
  return { hold, rest };
}

/** Player, merchant, language and token are sent by session, header and cookie. */
function launchBody({ gameId, nodeId, vassalage }: GameFrameProps['game']) {
  return {
    ...LAUNCH_FIELDS,
    gameId,
    ...(nodeId ? { nodeId } : {}),
    ...(vassalage ? { vassalage } : {}),
    theme: document.documentElement.dataset.theme,
  };
}

/** A game of this product has an opaque origin, which only `*` addresses. `frame-src` limits where it can navigate. */
function postToFrame(frame: HTMLIFrameElement | null, message: PortalMessage, origin: string): void {
  frame?.contentWindow?.postMessage(message, origin);
}
