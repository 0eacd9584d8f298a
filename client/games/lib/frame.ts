import type { FrameMessage, PortalMessage } from '../../../shared/games/protocol.ts';
import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';

export type ToPortal = Exclude<FrameMessage['type'], PortalMessage['type']>;
/** The portal holds credits back for 30 s after the last message about a round. */
const RENEW_MS = 10_000;
/** A portal that shows a balance sends it after every round; without it the portal counts as gone. */
const ANSWER_MS = 3_000;

export interface Frame {
  /** False when the page was opened on its own. */
  readonly framed: boolean;
  /** `round-ended` is sent when the result is in sight, so it includes `round-shown`. `stake`: of a round that has just started. */
  send(type: Exclude<ToPortal, 'open-record'>, stake?: string): void;
  /** Opens the line of a round in the betting record, in a new tab. */
  openRecord(roundId: string): void;
  /** Runs the listener if the portal knows that the player wants sound on this device. */
  onSound(listener: () => void): void;
}

/** `pause` or `resume` if the message is one of the portal's. */
export function pauseIn(data: unknown, fromParent: boolean): 'pause' | 'resume' | undefined {
  const type = typeIn(data, fromParent);
  return type === 'pause' || type === 'resume' ? type : undefined;
}

/** The balance in a message of the portal. */
function balanceIn(data: unknown, fromParent: boolean): Units | undefined {
  return typeIn(data, fromParent) === 'balance' ? parseWireAmount((data as { balance?: unknown }).balance) : undefined;
}

function typeIn(data: unknown, fromParent: boolean): unknown {
  if (!fromParent || typeof data !== 'object' || data === null) return undefined;
  const { lagoon, type } = data as { lagoon?: unknown; type?: unknown };
  return lagoon === 1 ? type : undefined;
}

/** What a page knows about the window that frames it. */
export interface Surroundings {
  readonly URL: string;
  readonly referrer: string;
  readonly ancestor: string | undefined;
}

/** Origin of the portal: that of the framing window, which differs from the game's on a launch host. */
export function portalOrigin({ URL: address, referrer, ancestor }: Surroundings): string {
  if (ancestor !== undefined && ancestor !== 'null') return ancestor;
  return new URL(URL.canParse(referrer) ? referrer : address).origin;
}

/** Exchanges messages with the framing window. The frame's own origin is opaque. */
export function createFrame(onMessage: (type: 'pause' | 'resume') => void, onBalance: (units: Units | undefined) => void): Frame {
  const framed = window.parent !== window;
  const { ancestorOrigins } = window.location as Partial<Pick<Location, 'ancestorOrigins'>>;
  const origin = portalOrigin({ URL: document.URL, referrer: document.referrer, ancestor: ancestorOrigins?.[0] });
  let isReady = false;
  let lastBalance: Units | undefined;
  let isRoundOpen = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setInterval> | undefined;
  let wantsSound = false;
  let soundListener = () => {};
  window.addEventListener('message', (event) => {
    const fromParent = framed && event.source === window.parent;
    const balance = balanceIn(event.data, fromParent);
    if (balance !== undefined) {
      clearTimeout(silence);
      lastBalance = balance;
      onBalance(balance);
    }
    if (typeIn(event.data, fromParent) === 'sound') {
      wantsSound = true;
      soundListener();
    }
    const type = pauseIn(event.data, fromParent);
    if (type) onMessage(type);
    // A portal that has just started listening has missed both.
    if (type && isReady) post({ type: 'ready' });
    if (type && isRoundOpen) post({ type: 'round-started' });
  });
  function post(message: DistributiveOmit<Exclude<FrameMessage, PortalMessage>, 'lagoon'>): void {
    if (framed) window.parent.postMessage({ lagoon: 1, ...message } satisfies FrameMessage, origin);
  }
  /** Repeats the message about a pending result until it is shown. */
  function renew(type: 'round-started' | 'result-due' | undefined): void {
    clearInterval(renewal);
    if (framed && type) renewal = setInterval(() => post({ type }), RENEW_MS);
  }
  function send(type: Exclude<ToPortal, 'open-record'>, stake?: string): void {
    isReady ||= type === 'ready';
    if (type === 'round-started' || type === 'result-due') renew(type);
    if (type === 'round-ended' || type === 'round-shown') {
      renew(undefined);
      clearTimeout(silence);
      silence = setTimeout(() => onBalance(undefined), ANSWER_MS);
    }
    isRoundOpen = type === 'round-started' || (isRoundOpen && type !== 'round-ended');
    if (type === 'round-ended') post({ type: 'round-shown' });
    if (type !== 'round-started' || stake === undefined) post({ type });
    else post({ type, stake, ...(lastBalance !== undefined && { balance: toWire(lastBalance) }) });
  }
  return {
    framed,
    send,
    openRecord: (roundId) => post({ type: 'open-record', roundId }),
    onSound(listener) {
      soundListener = listener;
      if (wantsSound) listener();
    },
  };
}

type DistributiveOmit<Message, Name extends PropertyKey> = Message extends unknown ? Omit<Message, Name> : never;
