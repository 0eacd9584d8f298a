import { expect, test } from 'vitest';
import { toScreen, type Units } from '../../../shared/money/money.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createRoundChips } from './round-chips.ts';

const LIMITS = { minStake: '1.0000', stakeStep: '1.0000', chips: ['1.0000'], gameMaxStake: '20.0000' };
const UNLIMITED = { ...LIMITS, maxStake: '20.0000', siteMaxStake: null };
const SITE = { ...LIMITS, maxStake: '4.0000', siteMaxStake: '4.5000' };
const units = (whole: number): Units => BigInt(whole) * 10_000n;

function tableOf(balance = 100) {
  const messages: string[] = [];
  const game = {
    context: { variant: 'baccarat' },
    t: (key: string, values: object) => `${key} ${Object.values(values).join(' ')}`,
    money: (amount: Units | string) => (typeof amount === 'string' ? amount : toScreen(amount, 'EUR')),
    balance: () => units(balance),
    showMessage: (text: string) => void messages.push(text),
  } as unknown as GameContext;
  return { chips: createRoundChips(game, () => undefined), messages };
}

test('a slip holds at most the highest stake of a bet, and the round that of the table', () => {
  const { chips, messages } = tableOf();
  chips.open(SITE);
  chips.place('player', units(4));
  chips.place('tie', units(1));
  expect([chips.pending.total, messages]).toEqual([units(4), ['studio.table_full_site 4.5000']]);
  chips.setPlaced(new Map([['player', units(4)]]));
  chips.removePending();
  chips.place('player', units(3));
  chips.max();
  expect([chips.pending.total, chips.total]).toEqual([units(4), units(8)]);
  // Close to the limit of the table, that limit is the reason.
  chips.removePending();
  chips.setPlaced(new Map([['player', units(18)]]));
  chips.place('player', units(3));
  expect([chips.pending.total, messages.at(-1)]).toEqual([0n, 'studio.table_full 20.00']);
});

test('without a highest stake of the site only the limit of the table counts', () => {
  const { chips, messages } = tableOf();
  chips.open(UNLIMITED);
  chips.place('player', units(20));
  chips.place('player', units(1));
  expect([chips.pending.total, messages]).toEqual([units(20), ['studio.table_full 20.00']]);
});
