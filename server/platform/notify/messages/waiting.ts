import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'outbox_due', help: 'Due messages that are not sent.' },
    age: { name: 'outbox_oldest_seconds', help: 'Age of the oldest unsent message.' },
    async read(db, { merchant }) {
      const { rows } = await sql<WaitingRow>`
        select 'due' as status, count(*) as count, min(created_at) as oldest from outbound_message
         where merchant = ${merchant} and next_at is not null and sent_at is null`.execute(db);
      return rows;
    },
  },
];
