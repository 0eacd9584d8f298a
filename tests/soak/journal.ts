/** What the service has acknowledged to a member, and what its books say about it afterwards. */
export type MoneyAction = 'round' | 'deposit' | 'transfer' | 'withdrawal';

export interface Entry {
  readonly action: MoneyAction;
  /** As the acknowledgement names it. */
  readonly id: string;
  /** What the member was told to have moved; of a round its stake and its payout. */
  readonly units: readonly bigint[];
}

/** Acknowledgements in the order in which they came. */
export interface Journal {
  acknowledge(entry: Entry): void;
  readonly entries: readonly Entry[];
}

export function createJournal(): Journal {
  const entries: Entry[] = [];
  return { acknowledge: (entry) => void entries.push(entry), entries };
}

/**
 * Compares what was acknowledged with what is in the books: each acknowledgement has to be found there once, with the same
 * amounts. What the books hold beyond that is no mistake: an answer may be lost after the booking.
 */
export function compare(acknowledged: readonly Entry[], booked: readonly Entry[]): string[] {
  const byId = new Map<string, Entry[]>();
  for (const entry of booked) byId.set(keyOf(entry), [...(byId.get(keyOf(entry)) ?? []), entry]);
  const problems: string[] = [];
  for (const entry of new Map(acknowledged.map((known) => [keyOf(known), known])).values()) {
    const found = byId.get(keyOf(entry)) ?? [];
    if (found.length === 0) problems.push(`lost: ${keyOf(entry)} was acknowledged and is not in the books`);
    else if (found.length > 1) problems.push(`doubled: ${keyOf(entry)} is in the books ${found.length} times`);
    else if (found[0]?.units.join() !== entry.units.join())
      problems.push(`changed: ${keyOf(entry)} was acknowledged over ${entry.units.join('/')} and booked over ${found[0]?.units.join('/')}`);
  }
  return problems;
}

function keyOf({ action, id }: Entry): string {
  return `${action} ${id}`;
}
