import { LEGS_PER_SLIP, SLIPS_PER_CALL, type SlipLeg } from '../../../shared/seamless/slips.ts';
import type { SeamlessAnswer } from '../../../shared/seamless/wallet.ts';
import { expectBalanceChange, expectStatus, type Ids, type PlatformWorld } from './platform-world.ts';
import { demand, NotOffered, type Scenario } from './report.ts';

type Rule = Scenario<PlatformWorld>;

const LEG: SlipLeg = {
  eventId: 'certify-match',
  league: 'Certificate',
  home: 'Home',
  away: 'Away',
  market: 'winner',
  line: null,
  pick: 'home',
  odds: '1.85',
  state: 'open',
  score: null,
};

const slipOf = (world: PlatformWorld, { round }: Ids, legs: readonly object[] = [LEG]) => ({
  roundId: round,
  gameId: world.under.gameId,
  legs,
});
const sendSlips = (world: PlatformWorld, ...slips: readonly object[]): Promise<SeamlessAnswer> => world.request('slips', { slips });

/** A round with a bet that is rolled back at the end. */
async function withBet(world: PlatformWorld, play: (ids: Ids) => Promise<void>): Promise<void> {
  const ids = world.ids();
  const first = await sendSlips(world, slipOf(world, ids));
  if (first.status === 'BAD_REQUEST' && first.message === 'permission') throw new NotOffered('the provider has no permission `slips`');
  const before = await world.balance();
  expectStatus(await world.bet(ids), 'OK', 'a bet');
  await play(ids);
  await expectBalanceChange(world, before, -world.stake);
  expectStatus(await world.rollback(ids), 'OK', 'a rollback of the bet');
}

/** Slip notifications of a vendor of bets on matches. */
export const SLIP_SCENARIOS: readonly Rule[] = [
  {
    name: 'slips',
    rule: 'a slip is accepted, also as an update after the end of a leg, and moves no money',
    run: (world) =>
      withBet(world, async (ids) => {
        const won: SlipLeg = { ...LEG, state: 'won', score: { home: 2, away: 1 } };
        for (const leg of [LEG, LEG, won]) {
          const answer = await sendSlips(world, slipOf(world, ids, [leg]));
          expectStatus(answer, 'OK', 'a slip');
          demand(!answer.message?.includes(ids.round), 'the slip of a bet was rejected');
        }
      }),
  },
  {
    name: 'slips-unknown',
    rule: 'the slip of a round without a bet, or under another game, is rejected by name, and the others are accepted',
    run: (world) =>
      withBet(world, async (ids) => {
        const unknownIds = world.ids();
        const mixed = await sendSlips(world, slipOf(world, ids), slipOf(world, unknownIds));
        expectStatus(mixed, 'OK', 'slips of which one has no bet');
        demand(mixed.message?.includes(unknownIds.round) ?? false, 'a slip without a bet was not named');
        demand(!mixed.message?.includes(ids.round), 'the other slip was rejected');
        const otherGameReply = await sendSlips(world, { ...slipOf(world, ids), gameId: 'certify-no-such-game' });
        demand(otherGameReply.message?.includes(ids.round) ?? false, 'a slip under another game was not named');
      }),
  },
  {
    name: 'slips-form',
    rule: 'a slip has one to eight legs with odds as text, a call up to four slips',
    run: (world) =>
      withBet(world, async (ids) => {
        const slip = slipOf(world, ids);
        const malformed: readonly (readonly [string, readonly object[]])[] = [
          ['no slip', []],
          ['too many slips', Array.from({ length: SLIPS_PER_CALL + 1 }, () => slip)],
          ['a slip without legs', [slipOf(world, ids, [])]],
          [
            'a slip of too many legs',
            [
              slipOf(
                world,
                ids,
                Array.from({ length: LEGS_PER_SLIP + 1 }, () => LEG),
              ),
            ],
          ],
          ['odds that are a number', [slipOf(world, ids, [{ ...LEG, odds: 1.85 }])]],
          ['an unknown field', [{ ...slip, bonus: true }]],
        ];
        for (const [what, slips] of malformed) expectStatus(await sendSlips(world, ...slips), 'BAD_REQUEST', what);
      }),
  },
];
