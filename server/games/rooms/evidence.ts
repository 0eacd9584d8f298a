import type { HandEvidence } from '../../../shared/games/rooms/protocol.ts';
import type { StudioDatabase } from '../tables.ts';
import { presentHandEvidence } from './presenter.ts';
import { findHand, listEntries } from './room-store.ts';

export interface PublicHand {
  readonly gameId: string;
  readonly currency: string;
  readonly pending: boolean;
  /** Set for a hand that was dealt and has ended. */
  readonly evidence: HandEvidence | undefined;
}

const HAND = /^(h[0-9a-f]{32})(?:-\d)?$/;

/** Public data of a hand by its own address or the address of a player's entry. */
export async function findPublicHand(db: StudioDatabase, id: string): Promise<PublicHand | undefined> {
  const handId = HAND.exec(id)?.[1];
  const hand = handId === undefined ? undefined : await findHand(db, handId);
  if (!hand) return undefined;
  const pending = hand.state === 'staking' || hand.state === 'playing';
  const evidence = pending ? undefined : presentHandEvidence(hand, await listEntries(db, hand.id), id);
  return { gameId: hand.game_id, currency: hand.currency, pending, evidence };
}
