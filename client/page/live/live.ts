import type { MemberEvent } from '../../../shared/api/live/schemas.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

/** Browser APIs of the live channel; tests inject their own stream and timers. */
export interface LiveParts {
  /**
   * Opens the event stream. Calls `onEvent` for each event and `onLost` once when the stream has ended. Returns the
   * function that closes it.
   */
  readonly openStream: (onEvent: (event: MemberEvent) => void, onLost: () => void) => () => void;
  /** Runs `lead` while this tab holds the stream; undefined: every tab leads. */
  readonly elect: ((lead: () => Promise<void>) => void) | undefined;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null };
  /** Loads the balance while there is no stream. */
  readonly poll: () => void;
  /** Calls `act` after about `milliseconds`. Returns the function that cancels it. */
  readonly later: (act: () => void, milliseconds: number) => () => void;
}

export interface Live {
  close(): void;
}

export const FIRST_RETRY_MS = 1_000;
export const LAST_RETRY_MS = MINUTE_MS;

/**
 * One event stream per browser: the tabs elect a leader, which shares every event over the channel. While the stream is
 * lost, the leader polls the balance with growing pauses.
 */
export function createLive(parts: LiveParts, onEvent: (event: MemberEvent) => void): Live {
  let closed = false;
  let stop = () => {};
  let resign = () => {};

  parts.channel.onmessage = ({ data }) => {
    if (isMemberEvent(data)) onEvent(data);
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      if (closed) return resolve();
      resign = resolve;
      stop = followStream(parts, (event) => {
        parts.channel.postMessage(event);
        onEvent(event);
      });
    });
  if (parts.elect) parts.elect(lead);
  else void lead();

  return {
    close() {
      closed = true;
      stop();
      resign();
      parts.channel.close();
    },
  };
}

function followStream(parts: LiveParts, onEvent: (event: MemberEvent) => void): () => void {
  let retry = FIRST_RETRY_MS;
  let cancel = () => {};
  let shut = () => {};
  const open = () => {
    shut = parts.openStream(
      (event) => {
        retry = FIRST_RETRY_MS;
        onEvent(event);
      },
      () => {
        parts.poll();
        cancel = parts.later(open, retry);
        retry = Math.min(retry * 2, LAST_RETRY_MS);
      },
    );
  };
  open();
  return () => {
    cancel();
    shut();
  };
}

/** Required fields of each event type, with their types. */
const PARTS: Readonly<Record<MemberEvent['type'], Readonly<Record<string, 'string' | 'number' | 'object'>>>> = {
  hello: {},
  'session-ended': {},
  protection: {},
  balance: { sumBalance: 'string', version: 'number' },
  inbox: { unread: 'number' },
  promotions: { count: 'number' },
  rewards: { counts: 'object' },
  missions: {},
  announcement: { id: 'string' },
  deposit: { depositId: 'string', status: 'string' },
  withdrawal: { withdrawalId: 'string', status: 'string' },
};

export function isMemberEvent(value: unknown): value is MemberEvent {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return false;
  if (!Object.hasOwn(PARTS, value.type)) return false;
  return Object.entries(PARTS[value.type as MemberEvent['type']]).every(
    ([name, type]) => typeof (value as unknown as Record<string, unknown>)[name] === type,
  );
}
