import type { FishVariant } from '../../../shared/games/catalogue.ts';
import type { Species } from '../../../shared/games/fish.ts';
import type { SeaShot, SeaSight } from '../../../shared/games/sea/protocol.ts';
import { h, prefersReducedMotion } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { randomKey } from '../lib/random-key.ts';
import { createCannons } from './cannons.ts';
import { createEffects, SHOT_MS } from './effects.ts';
import { scenery } from './scenery.ts';
import { createSwimmers, type Swimmer } from './swimmers.ts';

const TICK_MS = 250;
/** A local sea starts with animals already swimming. */
const HEADSTART_MS = 120_000;
/** An animal that leaves sooner is not aimed at. */
const WORTH_MS = 900;

export interface Sea {
  readonly element: HTMLElement;
  /** The animal in the cross hairs; undefined while the species is not in sight. */
  readonly target: number | undefined;
  /** Points at an animal of the species: the one that was touched, or the one nearest to the own cannon. */
  aim(species: Species): void;
  charge(on: boolean): void;
  /** Shows the own shot and whether the animal is caught. Resolves when the outcome is visible. */
  shoot(result: { readonly hit: boolean; readonly text: string; readonly coins: number }): Promise<void>;
  still(on: boolean): void;
  /** The current state of the shared sea; undefined for a local sea. */
  share(sight: SeaSight | undefined, now: () => number): void;
  /** Aims at the animal that was touched while a shot was on its way. */
  turn(): void;
}

/** The scene. The position of an animal does not affect the outcome of a shot. `touched` receives the touched species. */
export function createSea(game: GameContext, touched: (species: Species) => void): Sea {
  const variant = game.context.variant as FishVariant;
  const swimmers = createSwimmers(variant);
  const cannons = createCannons(game);
  const effects = createEffects();
  const crosshair = h('div', { class: 'crosshair' });
  const element = h(
    'div',
    { class: `sea sea-${variant}`, 'aria-hidden': 'true' },
    ...scenery(variant),
    swimmers.element,
    crosshair,
    cannons.element,
    effects.element,
  );
  let species: Species | undefined;
  let aimed: Swimmer | undefined;
  /** The target of the shot in progress: it stays in the cross hairs until the outcome is shown. */
  let fired: Swimmer | undefined;
  let seaId: string | undefined;
  let seenShots = new Set<string>();

  function nearest(): Swimmer | undefined {
    const from = cannons.muzzle(cannons.mine);
    const off = (swimmer: Swimmer) => Math.abs(swimmers.placeOf(swimmer).x - from.x);
    return [...swimmers.all()]
      .filter((swimmer) => swimmer.pass.species === species && swimmers.left(swimmer) > WORTH_MS)
      .sort((one, other) => off(one) - off(other))[0];
  }
  function isInSight(swimmer: Swimmer): boolean {
    return swimmers.find(swimmer.pass.fish) === swimmer && swimmers.left(swimmer) > 0;
  }
  function point(): void {
    if (!fired && !(aimed && isInSight(aimed))) aimed = nearest();
    const target = fired ?? aimed;
    crosshair.hidden = target === undefined;
    if (!target) return;
    const place = swimmers.placeOf(target);
    crosshair.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px) translate(-50%, -50%)`;
    cannons.turn(cannons.mine, place);
  }
  function follow(): void {
    point();
    if (!prefersReducedMotion()) requestAnimationFrame(follow);
  }
  function tick(): void {
    swimmers.tick();
    if (prefersReducedMotion()) point();
  }

  /** A shot of another player, shown less prominently than the own one. */
  async function watch({ seat, fish, multiplier }: SeaShot): Promise<void> {
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
    if (fired?.pass.fish !== fish) swimmers.hold(fish, false);
  }

  async function showOwn(target: Swimmer, hit: boolean, text: string, coins: number): Promise<void> {
    const seat = cannons.mine;
    const moves = !prefersReducedMotion();
    const at = swimmers.placeOf(target, moves ? SHOT_MS : 0);
    cannons.kick(seat);
    if (moves) await effects.fly(seat, cannons.muzzle(seat), at);
    effects.showLabel(at, text, hit ? 'hit' : 'miss', seat);
    if (moves && hit) await effects.capture(target, at, cannons.muzzle(seat), coins);
    else if (moves) effects.dodge(target);
  }

  function playSolo(): void {
    const opened = performance.now() - HEADSTART_MS;
    cannons.seat(undefined, []);
    swimmers.enter(randomKey(), () => performance.now() - opened);
  }

  let wanted: Swimmer | undefined;
  function turn(): void {
    if (fired) return;
    const swimmer = wanted;
    wanted = undefined;
    if (!swimmer || !isInSight(swimmer)) return;
    touched(swimmer.pass.species);
    if (swimmer.pass.species === species) aimed = swimmer;
    point();
  }
  element.addEventListener('pointerdown', (event) => {
    const hit = event.target instanceof Element ? event.target.closest<HTMLElement>('.swimmer') : null;
    wanted = hit ? swimmers.find(Number(hit.dataset.fish)) : undefined;
    turn();
  });
  new ResizeObserver(() => {
    for (const part of [swimmers, cannons]) part.resize(element.clientWidth, element.clientHeight);
    point();
  }).observe(element);
  swimmers.still(prefersReducedMotion());
  playSolo();
  setInterval(tick, TICK_MS);
  requestAnimationFrame(follow);

  return {
    element,
    turn,
    get target() {
      return aimed && isInSight(aimed) ? aimed.pass.fish : undefined;
    },
    aim(next) {
      if (species === next && aimed) return;
      species = next;
      if (aimed?.pass.species !== next) aimed = nearest();
      point();
    },
    charge(on) {
      cannons.charge(on);
      const before = fired;
      fired = on ? aimed : undefined;
      if (fired) swimmers.hold(fired.pass.fish, true);
      else if (before) swimmers.hold(before.pass.fish, false);
    },
    still(on) {
      swimmers.still(on || prefersReducedMotion());
      element.classList.toggle('still', on);
      point();
    },
    async shoot({ hit, text, coins }) {
      const target = fired ?? aimed;
      cannons.charge(false);
      if (target) {
        await showOwn(target, hit, text, coins);
        swimmers.hold(target.pass.fish, false);
        if (hit) swimmers.caught([target.pass.fish]);
      }
      fired = undefined;
      point();
    },
    share(sight, now) {
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
      for (const shot of sight.shots) if (!seenShots.has(shot.id) && shot.seat !== sight.seat) void watch(shot);
      seenShots = new Set(sight.shots.map(({ id }) => id));
      swimmers.caught(sight.caught);
      point();
    },
  };
}
