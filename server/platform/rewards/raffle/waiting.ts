import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'raffles_open', help: 'Raffles that are to be drawn and are not, and prizes that wait for money.' },
    age: { name: 'raffles_oldest_seconds', help: 'Age of the oldest of them.' },
    label: { name: 'state', values: ['draw', 'due'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select 'due' as status, count(*) as count, min(claimed_at) as oldest from raffle_win where state = 'due' having count(*) > 0
        union all
        select 'draw', count(*), min(draws_at) from raffle where state in ('live', 'closed') and draws_at < now() having count(*) > 0`.execute(
        db,
      );
      return rows;
    },
  },
];
