import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'free_rounds_open', help: 'Grants of free rounds that have not ended.' },
    label: { name: 'state', values: ['open'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count from free_round_grant where state = 'open' group by state`.execute(db);
      return rows;
    },
  },
];
