import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../shared/time.ts';
import { addTestMember, callNamed, openTestSession } from '../../identity/sessions/test-member.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
let token = '';
let memberId = '';
beforeAll(async () => {
  test = await openTestPlatform();
  const member = await addTestMember(test);
  memberId = member.id;
  token = (await openTestSession(test, member)).token;
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

let rounds = 0;
async function played(gameId: string, more: object, hoursAgo = 1): Promise<string> {
  rounds += 1;
  const at = new Date(test.clock.now().getTime() - hoursAgo * HOUR_MS + rounds * 1000);
  const round = { provider: 'studio', round_id: `last-${rounds}`, member_id: memberId, game_id: gameId, vassalage: 'NOVA' };
  const money = { game_category: 'RNG', currency: 'USD', realm: 'real', stake: '20000', live_bets: 0 };
  await test.db
    .insertInto('vendor_round')
    .values({ ...round, ...money, state: 'won', opened_at: at, settled_at: at, ...more } as never)
    .execute();
  return round.round_id;
}
const last = async (query: Record<string, string> = {}) =>
  (await test.call(callNamed('games.lastRound'), { token, query })).body.value.round;

it('is absent without play in the last day', async () => {
  await played('NOVA_GEM_CASCADE', {}, 25);
  expect(await last()).toBeNull();
});

it('reports whether it is open, decided or refunded, and where the money is', async () => {
  const won = await played('NOVA_GEM_CASCADE', { payout: '50000' });
  expect(await last()).toMatchObject({ roundId: won, state: 'decided', stake: '2.0000', payout: '5.0000', currencySymbol: '$' });
  const open = await played('NOVA_COMET_DICE', { state: 'open', live_bets: 1, settled_at: null });
  expect(await last()).toMatchObject({ roundId: open, state: 'open', settledAt: null, gameName: 'Comet Dice' });
  expect(await last({ gameId: 'NOVA_GEM_CASCADE' })).toMatchObject({ roundId: won });
  const back = await played('NOVA_GEM_CASCADE', { state: 'cancelled', refunded: '20000' });
  expect(await last()).toMatchObject({ roundId: back, state: 'refunded', refunded: '2.0000' });
});

it('is visible to its member only', async () => {
  const other = (await openTestSession(test, await addTestMember(test))).token;
  expect((await test.call(callNamed('games.lastRound'), { token: other })).body.value.round).toBeNull();
});
