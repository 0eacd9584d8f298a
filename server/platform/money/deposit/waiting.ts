import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'deposits_open', help: 'Waiting deposits by status.' },
    age: { name: 'deposit_oldest_seconds', help: 'Age of the oldest waiting deposit.' },
    label: { name: 'status', values: ['pending', 'checking'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select status, count(*) as count, min(created_at) as oldest from deposit where status in ('pending', 'checking') group by status`.execute(
        db,
      );
      return rows;
    },
  },
  {
    open: { name: 'suspense_open', help: 'Payments in suspense.' },
    age: { name: 'suspense_oldest_seconds', help: 'Age of the oldest payment in suspense.' },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select 'waiting' as status, count(*) as count, min(created_at) as oldest from suspense where status = 'waiting'`.execute(db);
      return rows;
    },
  },
];
