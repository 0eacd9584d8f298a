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

/** Speaks with the window around the game. The frame's own origin is opaque; the portal's is that of the address. */
export function createFrame(onMessage: (type: 'pause' | 'resume') => void): Frame {
  const framed = window.parent !== window;
  const { origin } = new URL(document.URL);
  window.addEventListener('message', (event) => {
    const type = heard(event.data, framed && event.source === window.parent);
    if (type) onMessage(type);
  });
  return {
    framed,
    send(type) {
      if (framed) window.parent.postMessage({ lagoon: 1, type } satisfies FrameMessage, origin);
    },
  };
}
