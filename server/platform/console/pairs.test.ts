import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { addTestMember } from '../identity/sessions/test-member.ts';
import { signInAs } from '../operators/test-operator.ts';
import { listPairs, pairsSince } from '../play/contests/index.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

let test: TestPlatform;
let roundCount = 0;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

async function flow(from: string, to: string, units: number, daysAgo = 0): Promise<void> {
  roundCount += 1;
  const contest = { provider: 'studio', contest_id: `hand-${roundCount}` };
  const at = new Date(test.clock.now().getTime() - daysAgo * DAY_MS);
  const entry = { ...contest, game_id: 'JADE_THIRTEEN_TIDES', currency: 'USD', stake: String(units), entered_at: at, ended_at: at };
  await test.db
    .insertInto('contest_entry')
    .values({ ...entry, round_id: `hand-${roundCount}-0`, member_id: from, net: String(-units) })
    .execute();
  await test.db
    .insertInto('contest_flow')
    .values({ ...contest, from_member: from, to_member: to, currency: 'USD', units: String(units), at })
    .execute();
}

it('names the loser first, in either order of the two ids', async () => {
  const [one, other, third] = [await addTestMember(test), await addTestMember(test), await addTestMember(test)];
  for (let hand = 0; hand < 3; hand++) {
    await flow(one.id, other.id, 100_000);
    await flow(third.id, one.id, 200_000);
  }
  const now = test.clock.now();
  const pairs = await listPairs(test.db, { since: pairsSince(now), offset: 0, limit: 10 });
  const ofOne = pairs.filter(({ loser, winner }) => [loser, winner].includes(one.id));
  expect(ofOne).toMatchObject([
    { loser: third.id, winner: one.id, net: 600_000n, volume: 600_000n, contests: 3 },
    { loser: one.id, winner: other.id, net: 300_000n, volume: 300_000n, contests: 3 },
  ]);
  await test.db.deleteFrom('contest_flow').execute();
});

it('lists pairs with one-sided money flow, the largest first, with their contests and shared traits', async () => {
  const names = ['dumper', 'catcher', 'evenone', 'eventwo', 'rareone', 'raretwo', 'oldone', 'oldtwo'];
  const accounts = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const name of names) {
    const { id, account } = await addTestMember(test);
    ids.set(name, id);
    accounts.set(name, `<bdi>${account}</bdi>`);
  }
  const id = (name: string) => ids.get(name) ?? '';
  const firstHand = roundCount + 1;
  for (let hand = 0; hand < 3; hand++) await flow(id('dumper'), id('catcher'), 500_000);
  for (let hand = 0; hand < 4; hand++) await flow(id(hand % 2 ? 'evenone' : 'eventwo'), id(hand % 2 ? 'eventwo' : 'evenone'), 9_000_000);
  await flow(id('rareone'), id('raretwo'), 9_000_000);
  for (let hand = 0; hand < 3; hand++) await flow(id('oldone'), id('oldtwo'), 9_000_000, 31);
  for (const name of ['dumper', 'catcher'])
    await test.db
      .insertInto('member_trait')
      .values({ member_id: id(name), kind: 'network', key: '8.8.4.4', seen_at: test.clock.now() })
      .execute();

  const risk = await signInAs(test, 'risk');
  const review = { merchant: test.merchant, subject: 'payout', grounds: 'payout', created_at: test.clock.now() } as const;
  await test.db
    .insertInto('account_review')
    .values([
      { ...review, member_id: id('dumper'), other_id: id('catcher'), state: 'open' },
      { ...review, member_id: id('oldone'), other_id: id('oldtwo'), state: 'released', decided_at: test.clock.now() },
    ])
    .execute();
  const overview = (await risk.get('')).text;
  expect(overview).toContain('<a href="/console/pairs">1</a>');
  expect(overview).toContain('<a href="/console/reviews">1</a>');
  const list = (await risk.get('/pairs')).text;
  expect(list).toContain('150.00 USD');
  expect(list).toContain('network');
  const isListed = (name: string) => list.includes(accounts.get(name) ?? '');
  expect(names.filter(isListed)).toEqual(['dumper', 'catcher']);
  const page = (await risk.get(`/pairs/${id('dumper')}/${id('catcher')}`)).text;
  const hands = [firstHand, firstHand + 1, firstHand + 2].map((nr) => `hand-${nr}`);
  for (const hand of hands) expect(page).toContain(`<code>${hand}</code>`);
  // The order of the members in the address does not matter, and one member alone is no pair.
  const reversed = (await risk.get(`/pairs/${id('catcher')}/${id('dumper')}`)).text;
  for (const hand of hands) expect(reversed).toContain(`<code>${hand}</code>`);
  for (const path of ['/pairs/unknown/missing', `/pairs/${id('dumper')}/unknown`, `/pairs/${id('dumper')}`])
    expect([path, (await risk.get(path)).status]).toEqual([path, 404]);
  const support = await signInAs(test, 'support');
  expect((await support.get('/pairs')).status).toBe(403);
  expect((await support.get('')).text).not.toContain('/console/pairs');
});
