import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { StudioSession } from '../../shared/studio/protocol.ts';
import { type MovableClock, movableClock } from '../platform/clock.ts';
import { openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

/** What every player begins with. */
export const START = 1_000_0000n;
/** On a day of the past, so that nothing depends on when the tests run. */
export const NOON = Date.UTC(2026, 5, 1, 12, 0, 30);

type StartOptions = NonNullable<Parameters<StudioWorld['start']>[0]>;

/** The studio of a file of tests: what was stored is gone before each test, and nobody runs on after it. */
export interface Scene {
  readonly world: StudioWorld;
  /** At noon before each test. */
  readonly clock: MovableClock;
  start(more?: StartOptions): Promise<Running>;
  /** A session of a player, who has the opening balance. */
  enter(studio: Running, player: string): Promise<StudioSession>;
}

/** To be called where tests are declared. The clock stands unless a test moves it, or goes on by itself. */
export function openScene(gameId: string, usual: StartOptions, { clockGoes = false } = {}): Scene {
  let world: StudioWorld;
  let clock: MovableClock;
  const running: Running[] = [];
  beforeAll(async () => {
    world = await openStudioWorld();
    await (await world.start()).close();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    world.wallet.forget();
    const since = Date.now();
    clock = movableClock({ now: () => new Date(NOON + (clockGoes ? Date.now() - since : 0)) });
  });
  // A studio that a failed test has left would draw the events of the next one, by another clock.
  afterEach(async () => {
    for (const studio of running.splice(0)) await studio.close();
  });
  return {
    get world() {
      return world;
    },
    get clock() {
      return clock;
    },
    async start(more = {}) {
      const studio = await world.start({ ...usual, clock, ...more });
      running.push(studio);
      return studio;
    },
    enter(studio, player) {
      if (!world.wallet.balances.has(player)) world.wallet.balances.set(player, START);
      return studio.join(player, gameId);
    },
  };
}
