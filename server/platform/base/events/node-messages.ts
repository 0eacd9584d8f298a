import type { MemberEvent } from '../../../../shared/api/live/schemas.ts';

/** A message between the nodes of one database: an event, a loss of events, or a heartbeat. */
export type NodeMessage = { readonly node: string } & (
  | { readonly channel: string; readonly event: MemberEvent }
  | { readonly gap: true }
  | { readonly beat: number }
);

export function writeMessage(message: NodeMessage): string {
  return JSON.stringify(message);
}

/** Undefined for a malformed message. */
export function readMessage(payload: string | undefined): NodeMessage | undefined {
  try {
    const message: unknown = JSON.parse(payload ?? '');
    return typeof message === 'object' && message !== null && 'node' in message ? (message as NodeMessage) : undefined;
  } catch {
    return undefined;
  }
}
