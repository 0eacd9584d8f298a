import { useEffect, useState } from 'react';
import { lotteryMenu, openedNumbers, vnNumbers } from '../../../shared/api/schedule/calls.ts';
import { zonedText } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import { clockOffset } from '../games/countdown.ts';
import type { LotteryLobbyProps } from '../games/props.ts';
import { type DrawView, gamesOfLobby, LOTTERY_AREAS, type LotteryGameView } from './lottery-view.ts';
import { nextPollDelay } from './next-poll-delay.ts';

const RETRY_MS = 10_000;
const HISTORY_COUNT = 100;

interface LotteryState {
  readonly games: readonly LotteryGameView[];
  /** How far the server's clock is ahead; null until known. */
  readonly offset: number | null;
  /** The last load failed. */
  readonly stale: boolean;
}

/** The games with their clock. Loaded on hydration, then whenever an issue closes or is drawn. */
export function useLottery({ path, games: first, selected }: LotteryLobbyProps): LotteryState {
  const [state, setState] = useState<LotteryState>({ games: first, offset: null, stale: false });
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
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
      setState({ games, offset, stale: false });
      timer = setTimeout(loadWhenVisible, nextPollDelay(games, Date.now() + offset));
    }
    /** A background tab reloads when it becomes visible. */
    function loadWhenVisible(): void {
      if (!document.hidden) void load();
      else document.addEventListener('visibilitychange', () => void load(), { once: true, signal: controller.signal });
    }
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [path, selected]);
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
  const newest = game?.latest?.issue;
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
          ? { draws: answer.value.list.map((draw) => withText(draw, before.draws, timeZone)), failed: false }
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
