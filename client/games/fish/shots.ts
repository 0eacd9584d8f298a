import type { SeaShot } from '../../../shared/games/sea/protocol.ts';
import { prefersReducedMotion } from '../lib/dom.ts';
import type { Cannons } from './cannons.ts';
import { type createEffects, SHOT_MS } from './effects.ts';
import type { Swimmer, Swimmers } from './swimmers.ts';

/** The outcome of the own shot, with the label over the animal. */
export interface Shot {
  readonly hit: boolean;
  readonly text: string;
  readonly coins: number;
}

/** Draws shots from cannon to animal. */
export function createShots(swimmers: Swimmers, cannons: Cannons, effects: ReturnType<typeof createEffects>) {
  return {
    /** A shot of another player, shown less prominently than the own one. `isOwnTarget` is true while the player shoots at the same animal. */
    async watch({ seat, fish, multiplier }: SeaShot, isOwnTarget: () => boolean): Promise<void> {
      const target = swimmers.find(fish);
      if (!target || prefersReducedMotion()) return;
      swimmers.hold(fish, true);
      const at = swimmers.placeOf(target, SHOT_MS);
      cannons.turn(seat, at);
      cannons.kick(seat);
      await effects.fly(seat, cannons.muzzle(seat), at);
      if (multiplier > 0) {
        effects.showLabel(at, `×${multiplier}`, 'quiet', seat);
        await effects.fade(target);
      }
      if (!isOwnTarget()) swimmers.hold(fish, false);
    },
    async showOwn(target: Swimmer, { hit, text, coins }: Shot): Promise<void> {
      const seat = cannons.mine;
      const moves = !prefersReducedMotion();
      const at = swimmers.placeOf(target, moves ? SHOT_MS : 0);
      cannons.kick(seat);
      if (moves) await effects.fly(seat, cannons.muzzle(seat), at);
      effects.showLabel(at, text, hit ? 'hit' : 'miss', seat);
      if (moves && hit) await effects.capture(target, at, cannons.muzzle(seat), coins);
      else if (moves) effects.dodge(target);
    },
  };
}
