import type { FishVariant } from '../../../shared/studio/catalogue.ts';
import type { Species } from '../../../shared/studio/fish.ts';
import { h, prefersReducedMotion, setText, setVariables } from '../lib/dom.ts';
import { launcher, scenery } from './scenery.ts';
import { type Swimmer, shoalOf } from './shoal.ts';
import { speciesPicture } from './species-art.ts';

/** Pixels from the scene's upper left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
}
interface Animal {
  readonly species: Species;
  readonly element: HTMLElement;
  readonly body: HTMLElement;
}

const SHOT_MS = 240;
const CATCH_MS = 620;
const LABEL_MS = 1100;
const AWAY_MS = 1400;

export interface Sea {
  readonly element: HTMLElement;
  /** Points at an animal of the species: the one that was clicked, or the one nearest to the middle. */
  aim(species: Species): void;
  charge(on: boolean): void;
  /** The shot flies; the animal is caught, or gets away. Resolves when that is plain to see. */
  shoot(hit: boolean, label: string): Promise<void>;
  still(on: boolean): void;
}

/**
 * The scene. Where an animal is when it is shot at decides nothing: the draw does. `clicked` tells whether the species is
 * the target now.
 */
export function createSea(variant: FishVariant, clicked: (species: Species, again: boolean) => boolean): Sea {
  const animals = shoalOf(variant).map((swimmer, index, shoal) => animalOf(swimmer, isExtra(shoal, index)));
  const crosshair = h('div', { class: 'crosshair' });
  const { foot, barrel } = launcher();
  const turret = h('div', { class: 'turret' }, barrel);
  const shot = h('div', { class: 'shot' });
  const net = h('div', { class: 'net' });
  const label = h('p', { class: 'catch-label' });
  const element = h(
    'div',
    { class: `sea sea-${variant}`, 'aria-hidden': 'true' },
    scenery(variant),
    ...animals.map((animal) => animal.element),
    crosshair,
    net,
    shot,
    h('div', { class: 'launcher' }, turret, foot),
    label,
  );
  let aimed = animals[0];

  function placeOf(animal: Animal): Place {
    const scene = element.getBoundingClientRect();
    const box = animal.body.getBoundingClientRect();
    const within = (value: number, size: number) => Math.min(size * 0.95, Math.max(size * 0.05, value));
    return {
      x: within(box.left + box.width / 2 - scene.left, scene.width),
      y: within(box.top + box.height / 2 - scene.top, scene.height * 0.9),
    };
  }
  function muzzle(): Place {
    const scene = element.getBoundingClientRect();
    return { x: scene.width / 2, y: scene.height - Math.min(scene.height * 0.08, 44) };
  }
  function nearest(species: Species): Animal | undefined {
    const middle = element.clientWidth / 2;
    const off = (animal: Animal) => Math.abs(placeOf(animal).x - middle);
    return animals
      .filter((animal) => animal.species === species && animal.element.offsetParent !== null)
      .sort((one, other) => off(one) - off(other))[0];
  }
  function isOutside({ body }: Animal): boolean {
    const scene = element.getBoundingClientRect();
    const box = body.getBoundingClientRect();
    return box.right < scene.left || box.left > scene.right;
  }
  function point(): void {
    if (!aimed) return;
    if (isOutside(aimed)) aimed = nearest(aimed.species) ?? aimed;
    const { x, y } = placeOf(aimed);
    const from = muzzle();
    setVariables(crosshair, { x: `${x.toFixed(1)}px`, y: `${y.toFixed(1)}px` });
    setVariables(turret, { angle: `${((Math.atan2(x - from.x, from.y - y) * 180) / Math.PI).toFixed(1)}deg` });
  }
  function follow(): void {
    point();
    if (!prefersReducedMotion()) requestAnimationFrame(follow);
  }
  function tell(at: Place, text: string, hit: boolean): void {
    setText(label, text);
    label.className = hit ? 'catch-label hit' : 'catch-label';
    setVariables(label, { x: `${at.x}px`, y: `${at.y}px` });
    const rise = [
      { opacity: 0, translate: '0 8px' },
      { opacity: 1, translate: '0 0', offset: 0.15 },
      { opacity: 1, offset: 0.75 },
      { opacity: 0, translate: '0 -18px' },
    ];
    label.animate(prefersReducedMotion() ? [{ opacity: 1 }, { opacity: 1 }] : rise, LABEL_MS);
  }
  async function fly(to: Place): Promise<void> {
    const from = muzzle();
    const at = ({ x, y }: Place) => ({ transform: `translate(${x}px, ${y}px)`, opacity: 1 });
    turret.animate([{ translate: '0 0' }, { translate: '0 10px' }, { translate: '0 0' }], 180);
    await shot.animate([at(from), at(to)], { duration: SHOT_MS, easing: 'ease-out' }).finished;
  }
  async function capture({ element: swimmer, body }: Animal, at: Place): Promise<void> {
    const from = muzzle();
    const home = `translate(${from.x - at.x}px, ${from.y - at.y}px) scale(.1)`;
    setVariables(net, { x: `${at.x}px`, y: `${at.y}px` });
    net.animate(
      [
        { opacity: 1, scale: 0.2 },
        { opacity: 0.9, scale: 1, offset: 0.4 },
        { opacity: 0, scale: 0.9 },
      ],
      CATCH_MS,
    );
    await body.animate(
      [{ transform: 'none' }, { transform: 'rotate(-14deg) scale(1.18)', offset: 0.35 }, { transform: home, opacity: 0.2 }],
      {
        duration: CATCH_MS,
        easing: 'ease-in-out',
      },
    ).finished;
    swimmer.classList.add('away');
    setTimeout(() => swimmer.classList.remove('away'), AWAY_MS);
  }
  function dodge({ body }: Animal, toRight: boolean): void {
    const dash = `translateX(${toRight ? 46 : -46}px)`;
    body.animate([{ transform: 'none' }, { transform: dash, offset: 0.35 }, { transform: 'none' }], { duration: 700, easing: 'ease-out' });
  }

  element.addEventListener('click', (event) => {
    const hit = event.target instanceof Element ? event.target.closest('.swimmer') : null;
    const animal = animals.find((one) => one.element === hit);
    if (!animal) return;
    if (!clicked(animal.species, animal.species === aimed?.species)) return;
    aimed = animal;
    point();
  });
  new ResizeObserver(point).observe(element);
  requestAnimationFrame(follow);

  return {
    element,
    aim(species) {
      if (aimed?.species !== species) aimed = nearest(species) ?? animals.find((animal) => animal.species === species);
      point();
    },
    charge: (on) => turret.classList.toggle('charging', on),
    still: (on) => element.classList.toggle('still', on),
    async shoot(hit, text) {
      if (!aimed) return;
      const target = aimed;
      const toRight = target.element.classList.contains('to-right');
      target.element.classList.add('held');
      const at = placeOf(target);
      if (!prefersReducedMotion()) await fly(at);
      tell(at, text, hit);
      if (!prefersReducedMotion()) {
        if (hit) await capture(target, at);
        else dodge(target, toRight);
      }
      target.element.classList.remove('held');
      if (hit) aimed = nearest(target.species) ?? target;
    },
  };
}

function animalOf({ species, toRight, depth, place, size, seconds, start }: Swimmer, extra: boolean): Animal {
  const body = h('div', { class: 'swim-body' }, speciesPicture(species));
  const names = ['swimmer', toRight && 'to-right', extra && 'extra'].filter(Boolean).join(' ');
  const element = h('div', { class: names, 'data-species': species }, body);
  setVariables(element, { depth, place, size, seconds, start });
  return { species, element, body };
}

/** Beyond the second of its kind: left out on narrow screens. */
function isExtra(shoal: readonly Swimmer[], index: number): boolean {
  const kind = shoal[index]?.species;
  return shoal.slice(0, index).filter((swimmer) => swimmer.species === kind).length >= 2;
}
