import { expect, test, vi } from 'vitest';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { type SlotScreen, showRound } from './show-round.ts';

const quiet = () => {};
const soon = async () => {};

/** Stubs of reels, banner and stage; `lines` are the locale keys of the messages. */
function screenOf(lines: string[]): SlotScreen {
  const classes = new Set<string>();
  const stage = {
    classList: {
      add: (name: string) => classes.add(name),
      remove: (...names: string[]) => names.forEach((name) => void classes.delete(name)),
      contains: (name: string) => classes.has(name),
      toggle: (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name)),
    },
  };
  return {
    game: { t: (key: string) => key, money: String, showMessage: (key: string) => lines.push(key), sound: { tick: quiet } },
    machine: { spin: quiet, stop: soon, fall: soon, showCoins: soon, showWins: quiet },
    ladder: { show: quiet },
    pace: { wait: soon, rest: quiet, hurry: quiet, hurried: false },
    wheel: undefined,
    stage,
    banner: {},
    tour: 0,
  } as unknown as SlotScreen;
}

test('every round announces once that its coins are held, also after a round that ended with held coins', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const step = { grid: [], wins: [], multiplier: 1 };
  const hold = { kind: 'hold', multiplier: 1, steps: [{ ...step, coins: [1] }] };
  const round = { stake: '1.0000', payout: '0.0000', outcome: { spins: [{ kind: 'base', multiplier: 1, steps: [step] }, hold, hold] } };
  const lines: string[] = [];
  const screen = screenOf(lines);
  for (let n = 0; n < 2; n++) await showRound(screen, round as unknown as StudioRound);
  expect(lines).toEqual(['studio.slot_hold', 'studio.slot_hold']);
  vi.unstubAllGlobals();
});
