import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'vendor_waiting', help: 'Moves to vendors, play of vendors and histories without an end.' },
    age: { name: 'vendor_oldest_seconds', help: 'Age of the oldest of them.' },
    // At providers that keep balances: moves without an outcome, play that is not booked, histories that cannot be read.
    label: { name: 'kind', values: ['moves', 'play', 'histories'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select 'moves' as status, count(*) as count, min(created_at) as oldest from vendor_move where state = 'open'
        union all select 'play', count(*), min(arrived_at) from vendor_history_entry where state = 'waiting'
        union all select 'histories', count(*), min(failed_since) from vendor_history where failed_since is not null`.execute(db);
      return rows;
    },
  },
  {
    open: { name: 'vendor_balance_differences', help: 'Balances at vendors that differ from the ledger.' },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select 'difference' as status, count(*) as count from vendor_wallet where difference <> 0`.execute(db);
      return rows;
    },
  },
];
