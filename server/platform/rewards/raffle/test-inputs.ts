import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { addTestMember, openTestSession } from '../../identity/sessions/test-member.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { draft } from './test-raffle.ts';

let made = 0;

/** A published raffle that is open to everyone. */
async function openRaffle({ db, clock }: Pick<TestPlatform, 'clock' | 'db'>): Promise<string> {
  made += 1;
  const id = `r-test-${made}`;
  const now = clock.now();
  const { titles, prizes, ...rule } = draft(new Date(now.getTime() - 1_000));
  const state = { state: 'live', created_at: now, published_at: now, sealed_seed: '', seed_hash: '0'.repeat(64) } as const;
  await db
    .insertInto('raffle')
    .values({
      id,
      currency: 'USD',
      titles: JSON.stringify(titles),
      prizes: JSON.stringify(prizes),
      budget: '600000',
      reserved: '600000',
      ...rule,
      ...state,
    })
    .execute();
  return id;
}

/** A new member with a prize that can be claimed. */
async function withPrize(test: TestPlatform): Promise<{ readonly token: string; readonly raffleId: string }> {
  const member = await addTestMember(test);
  const { token } = await openTestSession(test, member);
  const raffleId = await openRaffle(test);
  await sql`
    with e as (insert into raffle_entry (raffle_id, member_id, code, joined_at) values (${raffleId}, ${member.id}, 'c1', now()) returning id)
    insert into raffle_win (raffle_id, entry_id, member_id, place, ticket, amount, currency, state, claim_until)
    select ${raffleId}, id, ${member.id}, 1, 1, 50000, 'USD', 'claimable', ${new Date(test.clock.now().getTime() + DAY_MS)}::timestamptz from e`.execute(
    test.db,
  );
  return { token, raffleId };
}

/** Valid input of the calls of raffles. */
export function raffleInputs(test: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'raffles.list': () => ({}),
    'raffles.proof': async () => ({ query: { raffleId: await openRaffle(test()) } }),
    'raffles.join': async () => ({ body: { raffleId: await openRaffle(test()) } }),
    'raffles.claim': async () => {
      const { token, raffleId } = await withPrize(test());
      return { token, body: { raffleId } };
    },
  };
}
