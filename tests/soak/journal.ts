/** The acknowledgements that members got from the service, compared with its ledger. */
export type MoneyAction = 'round' | 'deposit' | 'transfer' | 'withdrawal';

export interface Entry {
  readonly action: MoneyAction;
  /** Id in the acknowledgement. */
  readonly id: string;
  /** The acknowledged amounts; for a round its stake and its payout. */
  readonly units: readonly bigint[];
}

/** Acknowledgements in order of arrival. */
export interface Journal {
  acknowledge(entry: Entry): void;
  readonly entries: readonly Entry[];
}

export function createJournal(): Journal {
  const entries: Entry[] = [];
  return { acknowledge: (entry) => void entries.push(entry), entries };
}

/**
 * Compares acknowledgements with the ledger: each must be there exactly once, with the same amounts. Additional ledger entries
 * are no error, because an answer may be lost after the booking.
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
