import { useCallback, useEffect, useRef, useState } from 'react';
import { chatMessages } from '../../../shared/api/chat/calls.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import { type ChatLog, type ChatMessage, EMPTY_LOG, fromLatest, withAnswer, withOwn } from './chat-log.ts';

const POLL_MS = 3_000;
/** Upper limit of the pause after failures. */
const MAX_POLL_MS = 30_000;
/** After a longer absence the page reads the end of the room, not everything since. */
const RELOAD_AFTER_HIDDEN_MS = MINUTE_MS;

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
    let loading = false;
    let fails = 0;
    let hiddenAt: number | undefined;
    const load = async () => {
      // One request at a time: the pending one already returns the newest messages.
      if (loading) return;
      loading = true;
      const { cursor } = latest.current;
      const answer = await call(chatMessages, cursor ? { query: { after: cursor } } : {});
      loading = false;
      if (stopped) return;
      fails = answer.success ? 0 : fails + 1;
      setFailures(fails);
      if (answer.success) {
        change(withAnswer(latest.current, answer.value));
        setLoaded(true);
      }
      if (document.visibilityState === 'visible') timer = setTimeout(() => void load(), Math.min(POLL_MS * 2 ** fails, MAX_POLL_MS));
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') {
        hiddenAt = Date.now();
        return;
      }
      if (hiddenAt !== undefined && Date.now() - hiddenAt > RELOAD_AFTER_HIDDEN_MS) change(fromLatest(latest.current));
      hiddenAt = undefined;
      void load();
    };
    void load();
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
