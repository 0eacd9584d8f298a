import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'wages_open', help: 'Wages that wait, by what they wait for, and the open window.' },
    age: { name: 'wage_oldest_seconds', help: 'Age of the oldest of them.' },
    // For payment, money or an operator; the open window of play is five minutes old at most, if windows close in time.
    label: { name: 'state', values: ['due', 'unfunded', 'held', 'window'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count, min(created_at) as oldest from wage_statement
         where state in ('due', 'unfunded', 'held') group by state
        union all select 'window', count(*), min(open_from) from window_clock where open_from is not null`.execute(db);
      return rows;
    },
  },
];
