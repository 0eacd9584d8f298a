import { SEA_SEATS } from '../../../shared/games/sea/protocol.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { launcher } from './scenery.ts';
import type { Place } from './swimmers.ts';

/** The cannons at the bottom: one without other players, four in a shared sea. */
export interface Cannons {
  readonly element: HTMLElement;
  /** The viewer's own seat. */
  readonly mine: number;
  /** `mine` undefined: no shared sea. */
  seat(mine: number | undefined, taken: readonly number[]): void;
  /** Where shots of a cannon start. */
  muzzle(seat: number): Place;
  turn(seat: number, to: Place): void;
  kick(seat: number): void;
  charge(on: boolean): void;
  resize(width: number, height: number): void;
}

/** Seat of the cannon of a player without a shared sea. */
const SOLO_SEAT = 1;
/** Pixels of the seat's label below a cannon. */
const LABEL = 20;

export function createCannons({ t }: Pick<GameContext, 't'>): Cannons {
  let mine = SOLO_SEAT;
  let isSolo = true;
  let width = 0;
  let height = 0;
  const cannons = Array.from({ length: SEA_SEATS }, (_, seat) => {
    const turret = h('div', { class: 'turret' });
    const name = h('span', { class: 'cannon-name' });
    const element = h('div', { class: `cannon seat-${seat}` }, turret, name);
    return { element, turret, name };
  });
  const element = h('div', { class: 'cannons alone' }, ...cannons.map((cannon) => cannon.element));

  function draw(seat: number, isMine: boolean, isTaken: boolean): void {
    const cannon = cannons[seat];
    if (!cannon) return;
    const role = isMine ? 'own' : isTaken ? 'other' : 'free';
    setText(cannon.name, isMine ? t('studio.fish_you') : isTaken ? t('studio.fish_seat', { seat: seat + 1 }) : t('studio.fish_free'));
    if (cannon.element.dataset.role === role) return;
    cannon.element.dataset.role = role;
    const { foot, barrel } = launcher(isMine);
    cannon.turret.replaceChildren(barrel);
    cannon.element.replaceChildren(cannon.turret, foot, cannon.name);
  }
  function show(taken: readonly number[]): void {
    element.classList.toggle('alone', isSolo);
    for (let seat = 0; seat < SEA_SEATS; seat++) draw(seat, seat === mine, taken.includes(seat));
  }

  function muzzle(seat: number): Place {
    const share = isSolo ? 0.5 : (seat + 0.5) / SEA_SEATS;
    return { x: width * share, y: height - Math.min(height * 0.08, 44) - (isSolo ? 0 : LABEL) };
  }

  show([]);
  return {
    element,
    muzzle,
    get mine() {
      return mine;
    },
    seat(own, taken) {
      isSolo = own === undefined;
      mine = own ?? SOLO_SEAT;
      show(taken);
    },
    turn(seat, { x, y }) {
      const from = muzzle(seat);
      const angle = (Math.atan2(x - from.x, Math.max(1, from.y - y)) * 180) / Math.PI;
      cannons[seat]?.turret.style.setProperty('transform', `rotate(${angle.toFixed(1)}deg)`);
    },
    kick: (seat) =>
      void cannons[seat]?.turret.animate([{ translate: '0 0' }, { translate: '0 10px' }, { translate: '0 0' }], { duration: 180 }),
    charge: (on) => cannons[mine]?.turret.classList.toggle('charging', on),
    resize(wide, high) {
      width = wide;
      height = high;
    },
  };
}
