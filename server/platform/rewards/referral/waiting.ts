import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'referrals_open', help: 'Rewards for invitations that wait for an operator or for money.' },
    label: { name: 'state', values: ['held', 'due'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count from referral_reward
         where state in ('held', 'due') group by state`.execute(db);
      return rows;
    },
  },
];
