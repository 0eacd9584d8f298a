import type { Selectable } from 'kysely';
import type { RaffleStatus } from '../../../../shared/api/raffles/constants.ts';
import { type TakenBack, type TicketRange, takenBackText, ticketListText } from '../../../../shared/rules/raffle-draw.ts';
import type { RaffleTables, StoredPrize } from './tables.ts';

export type RaffleRow = Selectable<RaffleTables['raffle']>;
export type TicketRow = Selectable<RaffleTables['raffle_entry']>;
export type WinRow = Selectable<RaffleTables['raffle_win']>;
/** What a raffle promises. */
export type RaffleRule = Pick<
  RaffleRow,
  | 'titles'
  | 'starts_at'
  | 'ends_at'
  | 'draws_at'
  | 'claim_days'
  | 'currency'
  | 'min_level'
  | 'categories'
  | 'stake_step'
  | 'deposit_least'
  | 'max_tickets'
  | 'prizes'
>;

/** The amounts of the prizes in the order of the draw, the highest first. */
export function prizeAmounts(prizes: readonly StoredPrize[]): readonly bigint[] {
  return prizes.flatMap(({ amount, count }) => Array.from({ length: count }, () => BigInt(amount)));
}

export function sumOfPrizes(prizes: readonly StoredPrize[]): bigint {
  return prizes.reduce((sum, { amount, count }) => sum + BigInt(amount) * BigInt(count), 0n);
}

/** What is seen of a published raffle. */
export function raffleStatus({ state, starts_at, ends_at }: Pick<RaffleRow, 'state' | 'starts_at' | 'ends_at'>, now: Date): RaffleStatus {
  if (state === 'draft') throw new Error('A draft has no status.');
  if (state !== 'live') return state;
  if (now < starts_at) return 'coming_soon';
  return now < ends_at ? 'open' : 'counting';
}

type Listed = Pick<TicketRow, 'code' | 'first_ticket' | 'listed' | 'tickets'>;

/** The closed list, from entries in the order of their first tickets. */
export function listOf(raffleId: string, entries: readonly Listed[]): string {
  const ranges = entries.flatMap(({ code, first_ticket: first, listed }): TicketRange[] =>
    first === null || listed === null ? [] : [{ code, first, last: first + listed - 1 }],
  );
  return ticketListText(raffleId, ranges);
}

/** What of the list was taken back: the highest tickets of a member first. */
export function takenBackOf(entries: readonly Listed[]): readonly TakenBack[] {
  return entries.flatMap(({ first_ticket: first, listed, tickets }): TakenBack[] =>
    first === null || listed === null || tickets === listed ? [] : [{ first: first + tickets, last: first + listed - 1 }],
  );
}

export function takenBackTextOf(entries: readonly Listed[]): string {
  return takenBackText(takenBackOf(entries));
}
