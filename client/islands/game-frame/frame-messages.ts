import type { FrameMessage, PortalMessage } from '../../../shared/games/contract.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';

export type GameMessageType = Exclude<FrameMessage['type'], PortalMessage['type']>;
const GAME_MESSAGE_TYPES: ReadonlySet<string> = new Set<GameMessageType>([
  'ready',
  'round-started',
  'result-due',
  'round-shown',
  'round-ended',
  'balance-changed',
  'open-cashier',
  'leave',
  'reload',
  'sound-on',
  'sound-off',
  'open-record',
]);

/** Accepted origins of the frame: `null` if it is sandboxed, as every game of this product is; otherwise a launch host or a vendor's page. */
export function originsOf(sameOrigin: boolean, hosts: readonly string[], frames: readonly string[] = []): readonly string[] {
  return sameOrigin ? ['null'] : [...hosts, ...frames];
}

/** Type of a game's message; undefined for another window, another origin or a malformed message. */
export function readGameMessage(
  event: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  frame: MessageEventSource | null,
  origins: readonly string[],
): GameMessageType | undefined {
  if (frame === null || event.source !== frame || !origins.includes(event.origin)) return undefined;
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('lagoon' in data) || data.lagoon !== 1 || !('type' in data)) return undefined;
  return typeof data.type === 'string' && GAME_MESSAGE_TYPES.has(data.type) ? (data.type as GameMessageType) : undefined;
}

/** Stake of a message accepted by `readGameMessage`, in wire form; undefined without one. */
export function stakeIn(data: { readonly stake?: unknown }): string | undefined {
  return amountOf(data.stake);
}

/** The balance from which the stake of the message is to be deducted, in wire form; undefined without one. */
export function balanceIn(data: { readonly balance?: unknown }): string | undefined {
  return amountOf(data.balance);
}

/** The round of a message that opens the betting record; undefined if it is no id. */
export function roundIn(data: { readonly roundId?: unknown }): string | undefined {
  const { roundId } = data;
  return typeof roundId === 'string' && /^[A-Za-z0-9_.:-]{1,80}$/.test(roundId) ? roundId : undefined;
}

function amountOf(value: unknown): string | undefined {
  return typeof value === 'string' && (parseWireAmount(value) ?? 0n) > 0n ? value : undefined;
}
