import type { HandEvidence } from '../../../shared/studio/rooms/protocol.ts';
import type { StudioDatabase } from '../tables.ts';
import { presentHandEvidence } from './presenter.ts';
import { findHand, listEntries } from './room-store.ts';

export interface ShownHand {
  readonly gameId: string;
  readonly currency: string;
  readonly pending: boolean;
  /** Of a hand that is over and was dealt. */
  readonly evidence: HandEvidence | undefined;
}

const HAND = /^(h[0-9a-f]{32})(?:-\d)?$/;

/** What may be told about a hand under its own address or that of a player's part in it. */
export async function findShownHand(db: StudioDatabase, id: string): Promise<ShownHand | undefined> {
  const handId = HAND.exec(id)?.[1];
  const hand = handId === undefined ? undefined : await findHand(db, handId);
  if (!hand) return undefined;
  const pending = hand.state === 'staking' || hand.state === 'playing';
  const evidence = pending ? undefined : presentHandEvidence(hand, await listEntries(db, hand.id), id);
  return { gameId: hand.game_id, currency: hand.currency, pending, evidence };
}
