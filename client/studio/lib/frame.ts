import type { FrameMessage } from '../../../shared/studio/protocol.ts';

export type ToPortal = Exclude<FrameMessage['type'], 'pause' | 'resume'>;

export interface Frame {
  /** False when the page was opened on its own. */
  readonly framed: boolean;
  send(type: ToPortal): void;
}

/** The pause or resume in a message, if it is one of the portal's. */
export function heard(data: unknown, fromParent: boolean): 'pause' | 'resume' | undefined {
  if (!fromParent || typeof data !== 'object' || data === null) return undefined;
  const { lagoon, type } = data as { lagoon?: unknown; type?: unknown };
  return lagoon === 1 && (type === 'pause' || type === 'resume') ? type : undefined;
}

/** What a page knows of the window around it. */
export interface Surroundings {
  readonly URL: string;
  readonly referrer: string;
  readonly ancestor: string | undefined;
}

/** Origin of the portal: that of the window around the game, which on a launch host is another one than the game's. */
export function portalOrigin({ URL: address, referrer, ancestor }: Surroundings): string {
  if (ancestor !== undefined && ancestor !== 'null') return ancestor;
  return new URL(URL.canParse(referrer) ? referrer : address).origin;
}

/** Speaks with the window around the game. The frame's own origin is opaque. */
export function createFrame(onMessage: (type: 'pause' | 'resume') => void): Frame {
  const framed = window.parent !== window;
  const { ancestorOrigins } = window.location as Partial<Pick<Location, 'ancestorOrigins'>>;
  const origin = portalOrigin({ URL: document.URL, referrer: document.referrer, ancestor: ancestorOrigins?.[0] });
  let isReady = false;
  let isRoundOpen = false;
  window.addEventListener('message', (event) => {
    const type = heard(event.data, framed && event.source === window.parent);
    if (type) onMessage(type);
    // A portal that began to listen only now has missed both.
    if (type && isReady) send('ready');
    if (type && isRoundOpen) send('round-started');
  });
  function send(type: ToPortal): void {
    isReady ||= type === 'ready';
    isRoundOpen = type === 'round-started' || (isRoundOpen && type !== 'round-ended');
    if (framed) window.parent.postMessage({ lagoon: 1, type } satisfies FrameMessage, origin);
  }
  return { framed, send };
}
