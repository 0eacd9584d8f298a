import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Variant } from './catalogue.ts';
import { STUDIO_GAMES } from './games.ts';
import { stakeLimits } from './rules.ts';
import { limitsUnder } from './session-limits.ts';

const VARIANTS: readonly Variant[] = [...new Set(STUDIO_GAMES.map(({ variant }) => variant))];
const ceilings = fc.bigInt({ min: 0n, max: 1_000_0000n });

test.each(VARIANTS)('%s: under a ceiling every limit and chip is a stake of the game and not above it', (variant: Variant) => {
  const game = stakeLimits(variant);
  fc.assert(
    fc.property(ceilings, (ceiling) => {
      const { step, min, max, chips, siteMax, gameMax } = limitsUnder(game, ceiling);
      expect([step, min, gameMax]).toEqual([game.step, game.min, game.max]);
      expect(max).toBeLessThanOrEqual(ceiling < game.max ? ceiling : game.max);
      expect(max % step).toBe(0n);
      // The next stake of the game would be above the ceiling.
      expect(max + step > ceiling || max === game.max).toBe(true);
      for (const chip of chips) expect(chip >= min && chip <= max && game.chips.includes(chip)).toBe(true);
      expect(chips.length > 0).toBe(max >= min);
      expect(siteMax).toBe(ceiling < game.max ? ceiling : null);
    }),
  );
});

test.each(VARIANTS)('%s: without a ceiling, or with one above its own limit, nothing changes', (variant: Variant) => {
  const game = stakeLimits(variant);
  const own = { ...game, siteMax: null, gameMax: game.max };
  expect(limitsUnder(game, null)).toEqual(own);
  expect(limitsUnder(game, game.max)).toEqual(own);
  expect(limitsUnder(game, game.max + 1n)).toEqual(own);
});
