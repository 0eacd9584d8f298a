import { parseWireAmount } from '../../../shared/money/money.ts';
import type { FrameMessage, PortalMessage } from '../../../shared/studio/protocol.ts';

export type FromGame = Exclude<FrameMessage['type'], PortalMessage['type']>;
const FROM_GAME: ReadonlySet<string> = new Set<FromGame>([
  'ready',
  'round-started',
  'result-due',
  'round-shown',
  'round-ended',
  'balance-changed',
  'open-cashier',
  'leave',
  'reload',
]);

/** Of a page in the frame: `null` where the sandbox takes it away, as with every game of this product. */
export function originsOf(sameOrigin: boolean, hosts: readonly string[]): readonly string[] {
  return sameOrigin ? ['null'] : hosts;
}

/** What a game in the frame said; undefined for any other window, any other origin and any other shape. */
export function heardFromGame(
  event: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  frame: MessageEventSource | null,
  origins: readonly string[],
): FromGame | undefined {
  if (frame === null || event.source !== frame || !origins.includes(event.origin)) return undefined;
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('lagoon' in data) || data.lagoon !== 1 || !('type' in data)) return undefined;
  return typeof data.type === 'string' && FROM_GAME.has(data.type) ? (data.type as FromGame) : undefined;
}

/** The stake in a message that `heardFromGame` has accepted: an amount on the wire; undefined without one. */
export function stakeIn(data: { readonly stake?: unknown }): string | undefined {
  return typeof data.stake === 'string' && (parseWireAmount(data.stake) ?? 0n) > 0n ? data.stake : undefined;
}
