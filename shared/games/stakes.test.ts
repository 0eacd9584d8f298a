import { expect, test } from 'vitest';
import { coinOf } from '../money/currency-steps.ts';
import { toWire, type Units } from '../money/money.ts';
import type { Engine, Variant } from './catalogue.ts';
import { flightPayout } from './crash/flight.ts';
import { slipPayout } from './events/slip.ts';
import { freeRoundStakes } from './facts.ts';
import { STUDIO_GAMES } from './games.ts';
import { playTableRound, tablePayout, tableRules } from './live/table.ts';
import { TABLE_GAMES } from './live/table-games.ts';
import type { EngineBet } from './protocol.ts';
import { ROULETTE_SPOTS } from './roulette.ts';
import { isStake, playRound, stakeLimits, validateBet } from './rules.ts';
import { simulationStream } from './simulation-stream.ts';

const BETS: readonly (readonly [Engine, Variant, (stake: string) => EngineBet])[] = [
  ['slot', 'harbour', (stake) => ({ engine: 'slot', stake })],
  ['dice', 'classic', (stake) => ({ engine: 'dice', stake, over: true, target: 4.99 })],
  ['keno', 'twenty', (stake) => ({ engine: 'keno', stake, picks: [1] })],
  ['fish', 'reef', (stake) => ({ engine: 'fish', stake, target: 'sardine' })],
  ['duel', 'best', (stake) => ({ engine: 'duel', stake, side: 'one' })],
  ['digits', 'pair', (stake) => ({ engine: 'digits', stake, kind: 'straight', number: '07' })],
];

test.each(BETS)(
  '%s %s: any multiple of the step is accepted and paid in whole cents, any other stake is refused',
  (engine, variant, betOf) => {
    const { min, max, step } = stakeLimits(variant);
    const stream = simulationStream(5);
    const stakeOf = (steps: number): Units => min + BigInt(steps) * step;
    for (let round = 0; round < 200; round++) {
      const stake = stakeOf(stream.below(Number((max - min) / step) + 1));
      const bet = betOf(toWire(stake));
      expect(validateBet(engine, variant, bet)).toEqual({ stake });
      expect(playRound(engine, variant, bet, stream).payout % 100n).toBe(0n);
    }
    for (const stake of [min - step, max + step, min + step / 2n]) {
      expect(validateBet(engine, variant, betOf(toWire(stake)))).toEqual({ error: 'stake_out_of_range' });
    }
  },
);

test('a chip of any multiple of the step is paid in whole cents on every spot, any other chip is refused', () => {
  const { min, step } = stakeLimits('european');
  for (let steps = 0n; steps < 40n; steps++) {
    const chips = ROULETTE_SPOTS.map(({ id }) => ({ spot: id, stake: toWire(min + steps * step) }));
    const bet: EngineBet = { engine: 'roulette', chips: chips.slice(0, 20) };
    expect(validateBet('roulette', 'european', bet)).toEqual({ stake: (min + steps * step) * 20n });
    expect(playRound('roulette', 'european', bet, simulationStream(Number(steps))).payout % 100n).toBe(0n);
  }
  const between: EngineBet = { engine: 'roulette', chips: [{ spot: 'red', stake: toWire(min + step / 2n) }] };
  expect(validateBet('roulette', 'european', between)).toEqual({ error: 'stake_out_of_range' });
});

test.each(TABLE_GAMES)('%s: every spot pays a typed chip in whole cents, the commission included', (game) => {
  const { min, max, step } = stakeLimits(game);
  for (let round = 0; round < 400; round++) {
    const stake = min + BigInt(round) * step;
    const outcome = playTableRound(game, '5'.repeat(64), `round-${round}`);
    for (const { id } of tableRules(game).spots) expect(tablePayout(outcome, [{ spot: id, stake }]) % 100n).toBe(0n);
    expect(isStake(game, [stake], stake)).toBe(stake <= max);
    expect(isStake(game, [stake + step / 2n], stake + step / 2n)).toBe(false);
  }
});

test('flights and matches accept any amount of cents from one whole unit on, and pay whole cents', () => {
  for (const variant of ['flight', 'football'] as const) {
    const units = (cents: bigint) => cents * 100n;
    expect([99n, 100n, 137n].map((cents) => isStake(variant, [units(cents)], units(cents)))).toEqual([false, true, true]);
    expect(isStake(variant, [1_3750n], 1_3750n)).toBe(false);
  }
  expect([flightPayout(1_3700n, 101), flightPayout(1_9900n, 101), flightPayout(5_0000n, 101)]).toEqual([1_3800n, 2_0000n, 5_0500n]);
  expect(slipPayout(1_3700n, [{ odds: 187, state: 'won' }])).toBe(2_5600n);
});

test('free rounds: stakes that several slots have in common are stakes of each, in every currency, and other games have none', () => {
  const slots = STUDIO_GAMES.filter(({ engine }) => engine === 'slot');
  const pairs = slots.map((slot, index) => [slot, slots[(index * 7 + 1) % slots.length] ?? slot]);
  for (const currency of ['USD', 'THB', 'JPY', 'VND'])
    for (const games of [slots, ...pairs]) {
      const stakes = freeRoundStakes(
        games.map(({ gameId }) => gameId),
        currency,
      );
      if (!stakes) throw new Error('slots without stakes');
      const { step, min, max } = stakes;
      const isTaken = (stake: Units) => games.every(({ variant }) => isStake(variant, [stake], stake, coinOf(currency)));
      expect([min, min + step, max].map(isTaken)).toEqual([true, true, true]);
      // Nothing is left out: no other stake is taken by all of the games.
      expect(
        [min - step, min + step / 2n, min + coinOf(currency), max + step]
          .filter((stake) => (stake - min) % step !== 0n || stake < min || stake > max)
          .some(isTaken),
      ).toBe(false);
    }
  expect(freeRoundStakes(['BKOI_BLUE_KOI_GARDEN'], 'USD')).toEqual({ step: 2_500n, min: 2_500n, max: 1_000_000n });
  for (const none of [[], ['EMBER_EMBER_DICE'], ['NO_SUCH_GAME'], ['BKOI_BLUE_KOI_GARDEN', 'EMBER_EMBER_DICE']])
    expect(freeRoundStakes(none, 'USD')).toBeUndefined();
});
