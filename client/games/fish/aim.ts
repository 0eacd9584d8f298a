import type { Species } from '../../../shared/games/fish.ts';
import { h } from '../lib/dom.ts';
import type { Cannons } from './cannons.ts';
import type { Swimmer, Swimmers } from './swimmers.ts';

/** An animal that leaves sooner is not aimed at. */
const WORTH_MS = 900;

/** Which animal of the chosen species is in the cross hairs. */
export interface Aim {
  readonly crosshair: HTMLElement;
  readonly aimed: Swimmer | undefined;
  /** The target of the shot in progress: it stays in the cross hairs until the outcome is shown. */
  readonly fired: Swimmer | undefined;
  /** The aimed animal; undefined while the species is not in sight. */
  readonly target: number | undefined;
  isInSight(swimmer: Swimmer): boolean;
  /** Chooses a species, and its animal nearest to the own cannon. */
  choose(species: Species): void;
  /** Aims at this animal if it is of the chosen species. */
  at(swimmer: Swimmer): void;
  /** Moves cross hairs and cannon to the animal's current place. */
  point(): void;
  /** `true`: a shot at the aimed animal is on its way, so the animal is held in place; `false`: it was rejected. */
  charge(on: boolean): void;
  /** The outcome has been shown. */
  end(): void;
}

export function createAim(swimmers: Swimmers, cannons: Cannons): Aim {
  const crosshair = h('div', { class: 'crosshair' });
  let species: Species | undefined;
  let aimed: Swimmer | undefined;
  let fired: Swimmer | undefined;

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

  return {
    crosshair,
    get aimed() {
      return aimed;
    },
    get fired() {
      return fired;
    },
    get target() {
      return aimed && isInSight(aimed) ? aimed.pass.fish : undefined;
    },
    isInSight,
    choose(next) {
      if (species === next && aimed) return;
      species = next;
      if (aimed?.pass.species !== next) aimed = nearest();
      point();
    },
    at(swimmer) {
      if (swimmer.pass.species === species) aimed = swimmer;
      point();
    },
    point,
    charge(on) {
      const before = fired;
      fired = on ? aimed : undefined;
      if (fired) swimmers.hold(fired.pass.fish, true);
      else if (before) swimmers.hold(before.pass.fish, false);
    },
    end() {
      fired = undefined;
      point();
    },
  };
}
