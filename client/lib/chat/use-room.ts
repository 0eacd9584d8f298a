import { useCallback, useEffect, useRef, useState } from 'react';
import { chatMessages } from '../../../shared/api/chat-calls.ts';
import { call } from '../call.ts';
import { type ChatLog, type ChatMessage, EMPTY_LOG, fromTheEnd, withAnswer, withOwn } from './chat-log.ts';

const POLL_MS = 3_000;
/** Upper limit of the pause after failures. */
const SLOWEST_MS = 30_000;
/** After a longer absence the page reads the end of the room, not everything since. */
const AWAY_MS = 60_000;

export interface Room {
  readonly log: ChatLog;
  /** `trouble`: there are messages, but the last request failed. */
  readonly state: 'loading' | 'live' | 'trouble' | 'failed';
  addOwn(message: ChatMessage): void;
  /** Polls immediately. */
  refresh(): void;
}

/** Polls the room while mounted and while the page is visible. */
export function useRoom(): Room {
  const [log, setLog] = useState(EMPTY_LOG);
  const [failures, setFailures] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const [turn, setTurn] = useState(0);
  const latest = useRef(log);
  latest.current = log;
  const change = useCallback((next: ChatLog) => {
    latest.current = next;
    setLog(next);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn polls immediately
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    let asking = false;
    let fails = 0;
    let hiddenAt: number | undefined;
    const ask = async () => {
      // One request at a time: the pending one already returns the newest messages.
      if (asking) return;
      asking = true;
      const { cursor } = latest.current;
      const answer = await call(chatMessages, cursor ? { query: { after: cursor } } : {});
      asking = false;
      if (stopped) return;
      fails = answer.success ? 0 : fails + 1;
      setFailures(fails);
      if (answer.success) {
        change(withAnswer(latest.current, answer.value));
        setLoaded(true);
      }
      if (document.visibilityState === 'visible') timer = setTimeout(() => void ask(), Math.min(POLL_MS * 2 ** fails, SLOWEST_MS));
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') {
        hiddenAt = Date.now();
        return;
      }
      if (hiddenAt !== undefined && Date.now() - hiddenAt > AWAY_MS) change(fromTheEnd(latest.current));
      hiddenAt = undefined;
      void ask();
    };
    void ask();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [turn, change]);

  return {
    log,
    state: !loaded ? (failures > 0 ? 'failed' : 'loading') : failures > 0 ? 'trouble' : 'live',
    addOwn: useCallback((message) => change(withOwn(latest.current, message)), [change]),
    refresh: useCallback(() => setTurn((before) => before + 1), []),
  };
}
