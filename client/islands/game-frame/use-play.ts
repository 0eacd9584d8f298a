import { useCallback, useEffect, useRef, useState } from 'react';
import { protectionConfirmCheck, protectionPlay } from '../../../shared/api/responsible-gaming/calls.ts';
import type { PlayState } from '../../../shared/api/responsible-gaming/schemas.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { onShownBalance } from '../../page/balance/balance-store.ts';
import { call } from '../../page/call.ts';
import { onLive } from '../../page/live/live-events.ts';

const SETTLE_MS = 800;
/** Browser timers must not be longer than this. */
const MAX_TIMER_MS = DAY_MS;

export interface Play {
  readonly state: PlayState | null;
  /** Time of the state on this device's clock, milliseconds since 1970. */
  readonly at: number;
  /** The wallet has refused a stake since the last load. */
  readonly refused: boolean;
  /** Confirms the reality check. Resolves to true if play may continue. */
  confirm(): Promise<boolean>;
  /** Closes the notice of a refused stake. */
  dismiss(): void;
}

/**
 * The session as counted by the wallet. Loaded at the start, after each round and each change of the balance that the game announces, such as a
 * cancelled bet, when the reality check is due, and on live events. Trial play has none.
 */
export function usePlay(rounds: number, changes: number, enabled: boolean): Play {
  const [{ state, at }, setPlay] = useState<{ state: PlayState | null; at: number }>({ state: null, at: 0 });
  const [refused, setRefused] = useState(false);
  const newest = useRef(0);
  const load = useCallback(async () => {
    newest.current += 1;
    const requestNumber = newest.current;
    const answer = await call(protectionPlay);
    // A late response never replaces a newer one. A remote platform without this call may respond with an empty value.
    if (answer.success && requestNumber === newest.current && answer.value?.check) setPlay({ state: answer.value, at: Date.now() });
  }, []);

  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(load, rounds + changes === 0 ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [enabled, rounds, changes, load]);

  useEffect(() => {
    if (!enabled) return;
    return onLive('protection', (event) => {
      if (event.refused !== undefined) setRefused(true);
      void load();
    });
  }, [enabled, load]);

  // A game that sends no messages, and play that a provider reports later, are seen by the money that they move.
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onShownBalance(({ atVendors }) => {
      if (rounds > 0 && atVendors === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(load, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [enabled, rounds, load]);

  const dueIn = state ? millisecondsToCheck(state) : null;
  useEffect(() => {
    if (!enabled || dueIn === null || dueIn <= 0) return;
    const timer = setTimeout(load, Math.min(MAX_TIMER_MS, at + dueIn - Date.now() + SETTLE_MS));
    return () => clearTimeout(timer);
  }, [enabled, dueIn, at, load]);

  return {
    state,
    at,
    refused,
    async confirm() {
      const answer = await call(protectionConfirmCheck, { body: {} });
      if (answer.success) {
        newest.current += 1;
        setPlay({ state: answer.value, at: Date.now() });
        setRefused(false);
      }
      return answer.success;
    },
    dismiss: () => setRefused(false),
  };
}

/** Time until the next reality check on the platform's clock; null without one. */
function millisecondsToCheck({ session, check }: Pick<PlayState, 'session' | 'check'>): number | null {
  if (!session || check.dueAt === null) return null;
  return Date.parse(check.dueAt) - (Date.parse(session.from) + session.seconds * 1000);
}
