import { sql } from 'kysely';
import { bonusAccept } from '../../../../shared/api/bonus/calls.ts';
import { addTestMember, openTestSession } from '../../identity/sessions/test-member.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { fundRewards } from '../points/test-inputs.ts';

/** An offer of a new member, 0.01 to be bet once. */
async function addOffer(test: TestPlatform): Promise<{ readonly token: string; readonly offerId: string }> {
  const member = await addTestMember(test);
  const { token } = await openTestSession(test, member);
  const { rows } = await sql<{ id: string }>`
    insert into bonus (member_id, currency, source, reference, reason, amount, held, wagering, required, weights, days, state, offer_until, created_at)
    values (${member.id}, 'USD', 'operator', ${`contract-${member.id}`}, 'Thank you', 100, 0, 1, 100, '{"RNG":100}', 7, 'offered',
            now() + interval '1 year', now()) returning id`.execute(test.db);
  await fundRewards(test);
  return { token, offerId: rows[0]?.id ?? '' };
}

/** Valid input for each call of this feature, for the test of the call table. */
export function bonusInputs(current: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'bonus.overview': () => ({}),
    'bonus.movements': () => ({ query: { page: '1' } }),
    'bonus.accept': async () => {
      const { token, offerId } = await addOffer(current());
      return { token, body: { offerId } };
    },
    'bonus.leave': async () => {
      const { token, offerId } = await addOffer(current());
      await current().call(bonusAccept, { token, body: { offerId } });
      return { token, body: { bonusId: offerId, givesUp: '0.0100' } };
    },
  };
}
