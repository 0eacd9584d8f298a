import type { FishVariant } from '../../../shared/games/catalogue.ts';
import type { Species } from '../../../shared/games/fish.ts';
import type { SeaSight } from '../../../shared/games/sea/protocol.ts';
import { h, prefersReducedMotion } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { type Aim, createAim } from './aim.ts';
import { createCannons } from './cannons.ts';
import { createEffects } from './effects.ts';
import { createPopulation } from './population.ts';
import { scenery } from './scenery.ts';
import { createShots, type Shot } from './shots.ts';
import { createSwimmers, type Swimmer, type Swimmers } from './swimmers.ts';

const TICK_MS = 250;

export interface Sea {
  readonly element: HTMLElement;
  /** The animal in the cross hairs; undefined while the species is not in sight. */
  readonly target: number | undefined;
  /** Points at an animal of the species: the one that was touched, or the one nearest to the own cannon. */
  aim(species: Species): void;
  charge(on: boolean): void;
  /** Shows the own shot and whether the animal is caught. Resolves when the outcome is visible. */
  shoot(shot: Shot): Promise<void>;
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
  const aim = createAim(swimmers, cannons);
  const shots = createShots(swimmers, cannons, effects);
  const population = createPopulation(swimmers, cannons, (shot) => void shots.watch(shot, () => aim.fired?.pass.fish === shot.fish));
  const element = h(
    'div',
    { class: `sea sea-${variant}`, 'aria-hidden': 'true' },
    ...scenery(variant),
    swimmers.element,
    aim.crosshair,
    cannons.element,
    effects.element,
  );

  let wanted: Swimmer | undefined;
  function turn(): void {
    if (aim.fired) return;
    const swimmer = wanted;
    wanted = undefined;
    if (!swimmer || !aim.isInSight(swimmer)) return;
    touched(swimmer.pass.species);
    aim.at(swimmer);
  }
  element.addEventListener('pointerdown', (event) => {
    const hit = event.target instanceof Element ? event.target.closest<HTMLElement>('.swimmer') : null;
    wanted = hit ? swimmers.find(Number(hit.dataset.fish)) : undefined;
    turn();
  });
  new ResizeObserver(() => {
    for (const part of [swimmers, cannons]) part.resize(element.clientWidth, element.clientHeight);
    aim.point();
  }).observe(element);
  swimmers.still(prefersReducedMotion());
  population.playSolo();
  keepMoving(swimmers, aim);

  return {
    element,
    turn,
    get target() {
      return aim.target;
    },
    aim: aim.choose,
    charge(on) {
      cannons.charge(on);
      aim.charge(on);
    },
    still(on) {
      swimmers.still(on || prefersReducedMotion());
      element.classList.toggle('still', on);
      aim.point();
    },
    async shoot(shot) {
      const target = aim.fired ?? aim.aimed;
      cannons.charge(false);
      if (target) {
        await shots.showOwn(target, shot);
        swimmers.hold(target.pass.fish, false);
        if (shot.hit) swimmers.caught([target.pass.fish]);
      }
      aim.end();
    },
    share(sight, now) {
      population.share(sight, now);
      if (sight) aim.point();
    },
  };
}

/** Lets animals enter and leave, and the cross hairs follow theirs: in every frame, or with every tick under reduced motion. */
function keepMoving(swimmers: Swimmers, aim: Aim): void {
  requestAnimationFrame(function follow() {
    aim.point();
    if (!prefersReducedMotion()) requestAnimationFrame(follow);
  });
  setInterval(() => {
    swimmers.tick();
    if (prefersReducedMotion()) aim.point();
  }, TICK_MS);
}
