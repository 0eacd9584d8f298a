import { dealHands, type HandState, type Move, replay } from '../../../shared/games/rooms/thirteen.ts';
import type { StudioExecutor } from '../tables.ts';
import { findHand, listEntries } from './room-store.ts';
import type { Entry, Hand } from './rows.ts';

/** A hand with its dealt entries. The state is derived from seeds and moves and is never stored. */
export interface DealtHand {
  readonly hand: Hand;
  /** In seat order: the players of the state. */
  readonly entries: readonly Entry[];
  readonly moves: readonly Move[];
  readonly hands: readonly (readonly number[])[];
  readonly state: HandState;
}

export async function readDealt(executor: StudioExecutor, handId: string): Promise<DealtHand | undefined> {
  const hand = await findHand(executor, handId);
  return hand && dealtHand(hand, await listEntries(executor, handId));
}

/** Undefined for a hand that was never dealt. */
export function dealtHand(hand: Hand, all: readonly Entry[]): DealtHand | undefined {
  const entries = all.filter((entry) => entry.dealt);
  if (entries.length === 0) return undefined;
  const moves = JSON.parse(hand.moves) as Move[];
  const hands = dealHands(
    hand.server_seed,
    entries.map((entry) => entry.client_seed),
    hand.nr,
  );
  return { hand, entries, moves, hands, state: replay(hands, moves) };
}
