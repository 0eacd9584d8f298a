import type { PlayAnswer } from '../../../shared/games/protocol.ts';
import type { SeamlessOperation } from '../../../shared/seamless/wallet.ts';
import type { PlayerLink } from './wallet-contests.ts';
import type { TestGrant } from './wallet-free-rounds.ts';
import type { ReceivedRequest, WalletFault, WalletServer } from './wallet-server.ts';

/** A vendor under certification, connected to the test wallet. */
export interface VendorUnderTest {
  /** Address of its `session` and `play` calls (`shared/games/protocol.ts`). */
  readonly url: string;
  readonly wallet: WalletServer;
  /** A bet of the game, as the vendor's page would send it. */
  readonly bet: object;
  /** Time that the vendor may take to finish a round after a fault. */
  readonly timeoutMs: number;
  /** A game of bets on matches (`shared/games/events/protocol.ts`); without one its scenarios are skipped. */
  readonly matches?: string;
  /** A game between players (`shared/games/rooms/protocol.ts`) and levels of it; without one its scenarios are skipped. */
  readonly room?: { readonly gameId: string; readonly levels: readonly string[] };
  /** A game with free rounds, a bet of it, and the stake of that bet in units; without them its scenarios are skipped. */
  readonly free?: { readonly gameId: string; readonly bet: object; readonly stake: bigint };
}

export interface Reply<Value> {
  readonly status: number;
  readonly body: Value & { readonly error?: string };
}

export interface VendorWorld extends VendorUnderTest {
  /** Enough for any bet, in units. */
  readonly openingBalance: bigint;
  /** Opens the game for a new player, with the opening balance unless another balance is given. */
  openGame(balance?: bigint, gameId?: string, limits?: PlayerLimits): Promise<VendorPlayer>;
  /** Polls until the condition is true, or fails after the vendor's time limit. */
  until(holds: () => boolean, otherwise: string): Promise<void>;
}

/** What the platform names at the launch of the player. */
export interface PlayerLimits {
  readonly link?: PlayerLink;
  readonly maximumStake?: bigint;
  readonly grant?: TestGrant;
}

export interface VendorPlayer {
  readonly player: string;
  readonly start: bigint;
  /** The vendor's last answer to a play, as "HTTP 400 bet_invalid". */
  lastAnswer(): string;
  /** Minimum stake of the game. */
  readonly minStake: string;
  play(key: string): Promise<Reply<PlayAnswer>>;
  /** A free round of the grant, as the page sends it: the usual bet, with the grant. */
  playFree(key: string, grantId: string): Promise<Reply<PlayAnswer>>;
  /** Free rounds that the game names to its page. */
  readonly freeRounds: readonly { readonly grantId: string; readonly left: number }[];
  /** Another call of the page. */
  post<Value>(path: string, body: object): Promise<Reply<Value>>;
  /** Requests of the vendor about this player. */
  requests(operation: string): readonly ReceivedRequest[];
}

/** Sends a request like the page of a game. */
export async function postJson<Value>(under: VendorUnderTest, path: string, body: object, token?: string): Promise<Reply<Value>> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return replyOf<Value>(await fetch(under.url + path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** A reply in a few words, for the reason of a failure. */
export function replyText({ status, body }: Reply<unknown>): string {
  return [`HTTP ${status}`, ...(body.error === undefined ? [] : [body.error])].join(' ');
}

/** Loads a public resource. */
export async function getJson<Value>(under: VendorUnderTest, path: string): Promise<Reply<Value>> {
  return replyOf<Value>(await fetch(under.url + path));
}

async function replyOf<Value>(answer: Response): Promise<Reply<Value>> {
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Reply<Value>['body'] };
}

/** Injects a fault into the first requests of each operation. */
export function injectFaults(
  { wallet }: VendorUnderTest,
  plan: Readonly<Partial<Record<SeamlessOperation, readonly [WalletFault, number]>>>,
): void {
  const injected = new Map<string, number>();
  wallet.fault = (operation) => {
    const [fault, times] = plan[operation] ?? [undefined, 0];
    const count = injected.get(operation) ?? 0;
    if (fault === undefined || count >= times) return undefined;
    injected.set(operation, count + 1);
    return fault;
  };
}
