import type { SeaShot, SeaSight } from '../../../shared/games/sea/protocol.ts';
import { randomKey } from '../lib/random-key.ts';
import type { Cannons } from './cannons.ts';
import type { Swimmers } from './swimmers.ts';

/** A local sea starts with animals already swimming. */
const HEADSTART_MS = 120_000;

/** Fills the sea: with the animals, players and shots of a shared sea, or with animals of its own. */
export function createPopulation(swimmers: Swimmers, cannons: Cannons, watch: (shot: SeaShot) => void) {
  let seaId: string | undefined;
  let seenShots = new Set<string>();

  function playSolo(): void {
    const opened = performance.now() - HEADSTART_MS;
    cannons.seat(undefined, []);
    swimmers.enter(randomKey(), () => performance.now() - opened);
  }

  return {
    playSolo,
    /** Undefined for a local sea. */
    share(sight: SeaSight | undefined, now: () => number): void {
      if (!sight) {
        if (seaId !== undefined) playSolo();
        seaId = undefined;
        return;
      }
      cannons.seat(sight.seat, sight.seats);
      if (sight.seaId !== seaId) {
        const opened = Date.parse(sight.openedAt);
        swimmers.enter(sight.seed, () => now() - opened);
        seenShots = new Set(sight.shots.map(({ id }) => id));
      }
      seaId = sight.seaId;
      for (const shot of sight.shots) if (!seenShots.has(shot.id) && shot.seat !== sight.seat) watch(shot);
      seenShots = new Set(sight.shots.map(({ id }) => id));
      swimmers.caught(sight.caught);
    },
  };
}
