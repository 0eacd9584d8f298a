import type { EventState } from '../events/protocol.ts';
import type { TableOutcome } from './table.ts';

/**
 * A table with shared rounds towards its page, JSON over HTTP. `table` and `stream` are open to everybody (`?gameId=`);
 * on a stream that carries the studio token the player's own slips follow. Amounts are wire decimals.
 */
export const TABLE_API = {
  table: '/studio/api/table',
  stream: '/studio/api/table-stream',
  slip: '/studio/api/slip',
  slips: '/studio/api/slips',
} as const;

/** `outcome` and `serverSeed` are there once the round is drawn, which is after its bets are closed. */
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

/** `GET table`, and the first event of a stream. `history`: drawn rounds before this one, the last first. */
export interface TableAnswer {
  readonly now: string;
  readonly round: TableRound | null;
  readonly history: readonly TableOutcome[];
}

export interface SlipChip {
  readonly spot: string;
  readonly stake: string;
}

/** `POST slip`: chips for the round that is open; `key` as in a `PlayRequest`: one key, one slip. */
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
  /** What it has paid; nothing while it is open. */
  readonly payout: string;
  /** `pending`: the wallet has not answered yet. */
  readonly status: 'pending' | 'open' | 'settled' | 'refunded';
  readonly outcome: TableOutcome | null;
  readonly placedAt: string;
  readonly verifyUrl: string;
}
/** Also the event `slip` of a stream; `balance` is null when the wallet did not tell one. */
export interface SlipAnswer {
  readonly slip: Slip;
  readonly balance: string | null;
}
/** `GET slips`: open ones and the last ended ones, newest first. */
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
