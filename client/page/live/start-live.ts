import { eventStream } from '../../../shared/api/live/calls.ts';
import type { MemberEvent } from '../../../shared/api/live/schemas.ts';
import { acceptPushedBalance, refreshBalance } from '../balance/balance-store.ts';
import { endSession } from '../session-store.ts';
import { createLive, isMemberEvent, type LiveParts } from './live.ts';
import { publishLive } from './live-events.ts';

/**
 * Joins the member's live channel and returns the function that leaves it. The names contain the account, so two
 * accounts never share events.
 */
export function startLive(account: string): () => void {
  const name = `lagoon-live:${account}`;
  const live = createLive({ ...browserParts(name), channel: new BroadcastChannel(name) }, applyEvent);
  const back = () => {
    // A sleeping tab has missed the events shared meanwhile.
    if (document.visibilityState === 'visible') void refreshBalance();
  };
  document.addEventListener('visibilitychange', back);
  return () => {
    document.removeEventListener('visibilitychange', back);
    live.close();
  };
}

function applyEvent(event: MemberEvent): void {
  if (event.type === 'balance') {
    const { sumBalance, version, atVendors, at } = event;
    acceptPushedBalance({ sumBalance, version, asOf: at, ...(atVendors !== undefined && { atVendors }) });
  }
  if (event.type === 'session-ended') endSession();
  publishLive(event);
}

function browserParts(name: string): Omit<LiveParts, 'channel'> {
  return {
    elect: 'locks' in navigator ? (lead) => void navigator.locks.request(name, lead).catch(() => lead()) : undefined,
    poll: () => void refreshBalance(),
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds * (0.75 + Math.random() / 2));
      return () => clearTimeout(timer);
    },
    openStream(onEvent, onLost) {
      const source = new EventSource(eventStream.path);
      source.onmessage = (message) => {
        const event = parse(message.data as string);
        if (event) onEvent(event);
      };
      source.onerror = () => {
        // The browser's retries have no backoff, so a lost stream is closed here and reopened later.
        source.close();
        onLost();
      };
      return () => source.close();
    },
  };
}

function parse(text: string): MemberEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMemberEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
