import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { StudioSession } from '../../shared/games/protocol.ts';
import { type MovableClock, movableClock } from '../platform/base/clock.ts';
import { openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

/** Opening balance of every player. */
export const START = 1_000_0000n;
/** A fixed date in the past, so that nothing depends on when the tests run. */
export const NOON = Date.UTC(2026, 5, 1, 12, 0, 30);

type StartOptions = NonNullable<Parameters<StudioWorld['start']>[0]>;

/** The studio of a test file: stored data is removed before each test, and every studio is closed after it. */
export interface Scene {
  readonly world: StudioWorld;
  /** Set to noon before each test. */
  readonly clock: MovableClock;
  start(more?: StartOptions): Promise<Running>;
  /** Opens a session of a player, who gets the opening balance. */
  enter(studio: Running, player: string): Promise<StudioSession>;
}

/** Call it where tests are declared. The clock stands still unless a test moves it or `clockGoes` is set. */
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
  // A studio left open by a failed test would draw the events of the next test with another clock.
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
