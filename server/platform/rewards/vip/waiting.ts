import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'gifts_open', help: 'Claimed gifts that wait for money.' },
    label: { name: 'state', values: ['unfunded'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count from vip_gift
         where state = 'unfunded' group by state`.execute(db);
      return rows;
    },
  },
];
