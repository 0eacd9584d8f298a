import type { EventState } from '../events/event-state.ts';
import type { TableOutcome } from './table.ts';

/**
 * JSON over HTTP between the studio and the page of a table with shared rounds. `table` and `stream` are public (`?gameId=`); a
 * stream opened with the studio token also carries the player's own slips. Amounts are wire decimals.
 */
export const TABLE_API = {
  table: '/studio/api/table',
  stream: '/studio/api/table-stream',
  slip: '/studio/api/slip',
  slips: '/studio/api/slips',
} as const;

/** `outcome` and `serverSeed` are present once the round is drawn, which is after betting has closed. */
export interface TableRound {
  readonly roundId: string;
  readonly issue: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawsAt: string;
  readonly state: EventState;
  readonly seedHash: string;
  readonly outcome: TableOutcome | null;
  readonly serverSeed: string | null;
  readonly verifyUrl: string;
}

/** Answer of `GET table`, and the first event of a stream. `history` lists earlier drawn rounds, newest first. */
export interface TableAnswer {
  readonly now: string;
  readonly round: TableRound | null;
  readonly history: readonly TableOutcome[];
}

export interface SlipChip {
  readonly spot: string;
  readonly stake: string;
}

/** Body of `POST slip`: chips for the open round. `key` is an idempotency key, as in a `PlayRequest`. */
export interface SlipRequest {
  readonly key: string;
  readonly roundId: string;
  readonly chips: readonly SlipChip[];
}

export interface Slip {
  readonly slipId: string;
  readonly roundId: string;
  readonly issue: string;
  readonly chips: readonly SlipChip[];
  readonly stake: string;
  /** The payout; absent while the slip is open. */
  readonly payout: string;
  /** `pending`: the wallet has not answered yet. */
  readonly status: 'pending' | 'open' | 'settled' | 'refunded';
  readonly outcome: TableOutcome | null;
  readonly placedAt: string;
  readonly verifyUrl: string;
}
/** Answer to a slip, and the event `slip` of a stream. `balance` is null when the wallet did not return one. */
export interface SlipAnswer {
  readonly slip: Slip;
  readonly balance: string | null;
}
/** Answer of `GET slips`: open slips and the last completed ones, newest first. */
export interface SlipsAnswer {
  readonly slips: readonly Slip[];
  readonly balance: string | null;
}

/** Events of a stream by name. */
export interface TableStreamEvents {
  readonly table: TableAnswer;
  readonly round: { readonly now: string; readonly round: TableRound };
  readonly slip: SlipAnswer;
}
