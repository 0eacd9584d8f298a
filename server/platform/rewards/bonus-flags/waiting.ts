import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'bonus_flags_open', help: 'Play with a bonus that waits for the decision of an operator.' },
    label: { name: 'state', values: ['open'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count from bonus_flag where state = 'open' group by state`.execute(db);
      return rows;
    },
  },
];
