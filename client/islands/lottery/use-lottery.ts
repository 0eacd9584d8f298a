import { useEffect, useState } from 'react';
import { lotteryMenu, openedNumbers, vnNumbers } from '../../../shared/api/schedule/calls.ts';
import { zonedText } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import { clockOffset } from '../games/countdown.ts';
import type { LotteryLobbyProps } from '../games/props.ts';
import { type DrawView, gamesOfLobby, LOTTERY_AREAS, type LotteryGameView } from './lottery-view.ts';
import { MAX_POLL_MS, nextPollDelay } from './next-poll-delay.ts';
import { followPushed, keepNewer, withNewest, withPushed } from './pushed-draws.ts';

const RETRY_MS = 10_000;
const POLL_AFTER_LOSS_MS = 1_000;
/** A lost stream is opened again after this time. */
const REOPEN_MS = 30_000;
const HISTORY_COUNT = 100;

interface LotteryState {
  readonly games: readonly LotteryGameView[];
  /** How far the server's clock is ahead; null until known. */
  readonly offset: number | null;
  /** The last load failed. */
  readonly stale: boolean;
}

/**
 * The games with their clock: loaded on hydration, then pushed. Without a stream, and for games that are not pushed, they are loaded whenever
 * an issue closes or is drawn.
 */
export function useLottery({ path, games: first, selected, pushed }: LotteryLobbyProps): LotteryState {
  const [state, setState] = useState<LotteryState>({ games: first, offset: null, stale: false });
  const codes = pushed.join(' ');
  useEffect(() => {
    const pushedCodes = codes === '' ? [] : codes.split(' ');
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let streamTimer: ReturnType<typeof setTimeout>;
    let leave: (() => void) | undefined;
    const unpushed = (games: readonly LotteryGameView[]) => (leave ? games.filter(({ code }) => !pushedCodes.includes(code)) : games);
    async function load(): Promise<void> {
      const sentAt = Date.now();
      const answer = await call(lotteryMenu, { query: { lottoArea: LOTTERY_AREAS[path] }, signal: controller.signal });
      if (controller.signal.aborted) return;
      if (!answer.success) {
        setState((before) => ({ ...before, stale: true }));
        timer = setTimeout(loadWhenVisible, RETRY_MS);
        return;
      }
      const offset = clockOffset(answer.value.now, sentAt, Date.now());
      const games = gamesOfLobby(answer.value.games, path, selected).map((game) => ({
        ...game,
        current: game.current && { ...game.current, closesText: '' },
      }));
      setState((before) => ({ games: keepNewer(games, before.games), offset, stale: false }));
      const waited = unpushed(games);
      timer = setTimeout(loadWhenVisible, leave && waited.length === 0 ? MAX_POLL_MS : nextPollDelay(waited, Date.now() + offset));
    }
    /** A background tab reloads when it becomes visible. */
    function loadWhenVisible(): void {
      if (!document.hidden) void load();
      else document.addEventListener('visibilitychange', () => void load(), { once: true, signal: controller.signal });
    }
    function follow(): void {
      if (pushedCodes.length === 0) return;
      leave = followPushed(pushedCodes, {
        draws: (answer) => setState((before) => ({ ...before, games: withPushed(before.games, answer) })),
        lost() {
          leave = undefined;
          clearTimeout(timer);
          timer = setTimeout(loadWhenVisible, POLL_AFTER_LOSS_MS);
          streamTimer = setTimeout(follow, REOPEN_MS);
        },
      });
    }
    follow();
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
      clearTimeout(streamTimer);
      leave?.();
    };
  }, [path, selected, codes]);
  return state;
}

interface History {
  readonly draws: readonly DrawView[];
  readonly failed: boolean;
  retry(): void;
}

/** Past results of the selected game; reloaded when the list reports a draw that is not among them. */
export function useHistory({ path, draws: first, timeZone }: LotteryLobbyProps, game: LotteryGameView | undefined): History {
  const [state, setState] = useState({ draws: first ?? [], failed: false });
  const [attempt, setAttempt] = useState(0);
  const latest = game?.latest ?? null;
  const newest = latest?.issue;
  const known = state.draws[0]?.issue;
  const code = game?.code;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    if (code === undefined || newest === undefined || newest === known) return undefined;
    const controller = new AbortController();
    const query = { gameCode: code, count: HISTORY_COUNT };
    const request =
      path === '/vnlottery'
        ? call(vnNumbers, { query, signal: controller.signal })
        : call(openedNumbers, { query, signal: controller.signal });
    void request.then((answer) => {
      if (controller.signal.aborted) return;
      setState((before) =>
        answer.success
          ? {
              draws: withNewest<Omit<DrawView, 'drawnText'>>(answer.value.list, latest).map((draw) =>
                withText(draw, before.draws, timeZone),
              ),
              failed: false,
            }
          : { ...before, failed: true },
      );
    });
    return () => controller.abort();
  }, [path, code, newest, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

/** Keeps the server's time texts; newer draws get texts of the same form. */
export function withText(draw: Omit<DrawView, 'drawnText'>, known: readonly DrawView[], timeZone: string): DrawView {
  const drawnText = known.find(({ issue }) => issue === draw.issue)?.drawnText ?? zonedText(draw.drawnAt, timeZone).slice('2026-'.length);
  return { ...draw, drawnText };
}
