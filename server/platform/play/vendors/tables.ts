import type { ColumnType, Generated } from 'kysely';
import type { DrawTotals } from '../../../../shared/seamless/draw-desk.ts';
import type { DrawDetails, MatchDetails } from '../../../../shared/seamless/events.ts';
import type { SlipLeg } from '../../../../shared/seamless/slips.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

/** Tables of the vendors feature. */
export interface VendorTables {
  vendor_provider: {
    code: string;
    /** `removed`: no longer in the merchant file. */
    source: 'file' | 'console' | 'removed';
    /** `providerDefinition`. */
    definition: ColumnType<unknown, string, string>;
    /** Null: in the environment, or not set yet. */
    sealed_key: string | null;
    closed: Generated<boolean>;
    feed_due_at: Date | null;
    feed_at: Date | null;
    feed_result: string | null;
    /** To the minute. */
    last_call_at: Generated<Date | null>;
    created_at: Date;
    updated_at: Date;
  };
  vendor_player: { provider: string; member_id: string; player: string };
  vendor_ticket: {
    hash: string;
    provider: string;
    member_id: string;
    game_id: string;
    language: string;
    /** Session of the member that requested it. */
    session_id: string | null;
    expires_at: Date;
    used_at: Date | null;
  };
  vendor_session: {
    hash: string;
    provider: string;
    member_id: string;
    /** Opened game; null in sessions of older versions. */
    game_id: string | null;
    /** The member's session that opened it; null in sessions of older versions. */
    session_id: string | null;
    expires_at: Date;
  };
  vendor_round: {
    id: Generated<string>;
    provider: string;
    round_id: string;
    member_id: string;
    game_id: string;
    vassalage: string;
    game_category: string;
    currency: string;
    realm: 'real' | 'trial';
    /** Account of the member for stakes and wins. */
    wallet_kind: Generated<string>;
    stake: Int8;
    refunded: ColumnType<string, string | undefined, string>;
    payout: ColumnType<string, string | undefined, string>;
    live_bets: number;
    state: 'open' | 'won' | 'lost' | 'cancelled';
    closed: Generated<boolean>;
    opened_at: Date;
    settled_at: Date | null;
    /** Outcome that decides the bet, if several rounds share it. */
    market: string | null;
    /** Units; null: the whole stake, on one outcome. */
    at_risk: ColumnType<string | null, string | null, string | null>;
  };
  vendor_transaction: {
    provider: string;
    transaction_id: string;
    kind: 'bet' | 'win' | 'rollback' | 'win-reversal';
    body_hash: string | null;
    member_id: string;
    round_id: string;
    game_id: string;
    amount: Int8;
    bet_transaction_id: string | null;
    state: 'accepted' | 'refused' | 'settled' | 'rolled-back' | 'tombstone';
    status: string;
    transfer_id: string | null;
    created_at: Date;
  };
  vendor_event: {
    provider: string;
    event_id: string;
    game_id: string;
    kind: 'match' | 'draw';
    issue: string;
    opens_at: Date;
    closes_at: Date;
    draws_at: Date;
    seed_hash: string;
    state: 'open' | 'drawn' | 'void';
    /** Validated by the schema of the seamless wallet on arrival. */
    details: ColumnType<MatchDetails | DrawDetails, string, string>;
    result: ColumnType<{ home: number; away: number } | string[] | null, string | null, string | null>;
    /** Of a drawn draw, if the vendor publishes them. */
    totals: ColumnType<DrawTotals | null, string | null | undefined, string | null>;
    /** A drawn draw whose tickets were taken back. */
    reversed: Generated<boolean>;
    /** Of a match in play. */
    live: ColumnType<{ home: number; away: number } | null, string | null | undefined, string | null>;
    reported_at: Date;
  };
  vendor_slip: {
    provider: string;
    round_id: string;
    /** Validated by the schema of the seamless wallet on arrival. */
    legs: ColumnType<readonly SlipLeg[], string, string>;
    reported_at: Date;
  };
  vendor_room: {
    provider: string;
    room_id: string;
    game_id: string;
    stake: string;
    present: ColumnType<readonly { currency: string; players: number; waiting: number }[], string, string>;
    place: number;
    reported_at: Date;
  };
  vendor_move: {
    /** Reference at the provider. */
    id: string;
    provider: string;
    vassalage: string;
    member_id: string;
    player: string;
    direction: 'in' | 'out';
    cause: 'member' | 'launch' | 'return';
    amount: ColumnType<string, string, never>;
    currency: string;
    client_reference: string;
    state: Generated<'open' | 'done' | 'returned'>;
    reason: Generated<string | null>;
    tries: Generated<number>;
    next_try_at: Date;
    last_error: Generated<string | null>;
    conflict: Generated<string | null>;
    created_at: Date;
    closed_at: Generated<Date | null>;
  };
  vendor_history: {
    provider: string;
    cursor: string | null;
    read_at: Date | null;
    failed_since: Date | null;
    last_error: string | null;
  };
  vendor_history_entry: {
    seq: Generated<string>;
    provider: string;
    entry_id: string;
    player: string;
    /** As it arrived. */
    body: ColumnType<unknown, string, never>;
    state: Generated<'waiting' | 'booked'>;
    reason: Generated<string | null>;
    tries: Generated<number>;
    next_try_at: Date;
    arrived_at: Date;
    booked_at: Generated<Date | null>;
  };
  vendor_wallet: {
    provider: string;
    member_id: string;
    vassalage: string;
    opened_at: Generated<Date | null>;
    returns: Generated<boolean>;
    /** The member's session that opened a game last. */
    session_id: Generated<string | null>;
    return_due_at: Generated<Date | null>;
    check_due_at: Generated<Date | null>;
    checked_at: Generated<Date | null>;
    difference: ColumnType<string, string | undefined, string>;
    difference_since: Generated<Date | null>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends VendorTables {}
}
