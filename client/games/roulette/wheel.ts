import { pocketColour, WHEEL } from '../../../shared/games/roulette.ts';
import { drawing, h, prefersReducedMotion } from '../lib/dom.ts';

const POCKET_DEGREES = 360 / WHEEL.length;
const ROTOR_SPEED = -70;
const BALL_SPEED = 480;
const LANDING_MS = 4200;
/** Share of the landing in which the ball stays on the rim, and how far it then falls, in percent of the way to the hub. */
const FALL = [
  { offset: 0.6, depth: 0 },
  { offset: 0.72, depth: 30 },
  { offset: 0.78, depth: 21 },
  { offset: 0.86, depth: 34 },
  { offset: 0.9, depth: 28 },
  { offset: 1, depth: 33 },
] as const;

export interface Wheel {
  readonly element: HTMLElement;
  spin(): void;
  /** Slows down until the ball lies in the pocket, at the top of the wheel. */
  land(pocket: number): Promise<void>;
  stop(): void;
}

/** Three layers: bowl, rotor and ball. Only their transforms move. */
export function createWheel(): Wheel {
  const rotor = h('div', { class: 'rotor' }, drawing('-200 -200 400 400', rotorArt()));
  const ball = h('div', { class: 'ball-arm' }, h('div', { class: 'ball-track' }, h('div', { class: 'ball' })));
  const track = ball.firstElementChild as HTMLElement;
  const bowl = drawing('-250 -250 500 500', bowlArt());
  const element = h('div', { class: 'wheel', 'aria-hidden': 'true' }, bowl, rotor, ball, h('div', { class: 'pointer' }));
  let running: { since: number; rotor: number; ball: number; animations: Animation[] } | undefined;
  const rest = { rotor: 0, ball: 0 };

  function turn(target: HTMLElement, from: number, to: number, timing: KeyframeAnimationOptions): Animation {
    return target.animate([{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }], { fill: 'forwards', ...timing });
  }
  function spin(): void {
    if (prefersReducedMotion()) return;
    stop();
    element.classList.add('spinning');
    const forever = Number.POSITIVE_INFINITY;
    const animations = [
      turn(rotor, rest.rotor, rest.rotor - 360, { duration: 360_000 / -ROTOR_SPEED, iterations: forever }),
      turn(ball, rest.ball, rest.ball + 360, { duration: 360_000 / BALL_SPEED, iterations: forever }),
    ];
    track.style.transform = 'translateY(0%)';
    running = { since: performance.now(), rotor: rest.rotor, ball: rest.ball, animations };
  }
  async function land(pocket: number): Promise<void> {
    const target = -WHEEL.indexOf(pocket) * POCKET_DEGREES;
    if (running) {
      const seconds = (performance.now() - running.since) / 1000;
      const from = { rotor: running.rotor + ROTOR_SPEED * seconds, ball: running.ball + BALL_SPEED * seconds };
      for (const animation of running.animations) animation.cancel();
      running.animations = [slowDown(rotor, from.rotor, target, ROTOR_SPEED, 180), slowDown(ball, from.ball, 0, BALL_SPEED, 800), fall()];
      await Promise.all(running.animations.map((animation) => animation.finished));
    }
    settle(target);
  }
  function slowDown(layer: HTMLElement, from: number, target: number, speed: number, least: number): Animation {
    const to = landingAngle(from, target, speed, least);
    const slope = (speed * (LANDING_MS / 1000)) / (to - from);
    return turn(layer, from, to, { duration: LANDING_MS, easing: `cubic-bezier(.3, ${(0.3 * slope).toFixed(3)}, .5, 1)` });
  }
  function fall(): Animation {
    const frames = FALL.map(({ offset, depth }) => ({ offset, transform: `translateY(${depth}%)` }));
    return track.animate([{ offset: 0, transform: 'translateY(0%)' }, ...frames], { duration: LANDING_MS, fill: 'forwards' });
  }
  function settle(angle: number): void {
    stop();
    rest.rotor = angle;
    rest.ball = 0;
    rotor.style.transform = `rotate(${angle}deg)`;
    ball.style.transform = 'rotate(0deg)';
    track.style.transform = 'translateY(33%)';
  }
  function stop(): void {
    for (const animation of running?.animations ?? []) animation.cancel();
    running = undefined;
    element.classList.remove('spinning');
  }
  settle(0);
  return { element, spin, land, stop };
}

/** The angle equal to `target` (modulo a turn) that lies at least `least` degrees ahead in the direction of movement. */
export function landingAngle(from: number, target: number, speed: number, least: number): number {
  const way = Math.sign(speed);
  const ahead = ((((target - from) * way) % 360) + 360) % 360;
  const turns = Math.ceil(Math.max(0, least - ahead) / 360);
  return from + way * (ahead + turns * 360);
}

function point(radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

function ringPart(outer: number, inner: number, from: number, to: number): string {
  return `M${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}Z`;
}

function rotorArt(): string {
  const fills = { green: '#0c7a4b', red: '#b3202c', black: '#14161f' } as const;
  const deep = { green: '#07593a', red: '#7f121d', black: '#0a0b11' } as const;
  const pockets = WHEEL.map((pocket, index) => {
    const from = (index - 0.5) * POCKET_DEGREES;
    const to = from + POCKET_DEGREES;
    const colour = pocketColour(pocket);
    const number = `<text transform="rotate(${(index * POCKET_DEGREES).toFixed(3)}) translate(0 -170)" class="wheel-number">${pocket}</text>`;
    const fret = `<path d="M${point(194, from)}L${point(118, from)}" stroke="#e9c15a" stroke-width="2"/>`;
    return `<path d="${ringPart(194, 152, from, to)}" fill="${fills[colour]}"/><path d="${ringPart(152, 118, from, to)}" fill="${deep[colour]}"/>${fret}${number}`;
  });
  const spokes = [0, 1, 2, 3].map(
    (arm) =>
      `<g transform="rotate(${arm * 90})"><path d="M-5-20L-3-66H3L5-20Z" fill="url(#w-gold)"/><circle cy="-70" r="9" fill="url(#w-knob)"/></g>`,
  );
  return (
    `<defs>${wheelGradients()}</defs><circle r="199" fill="url(#w-gold)"/>${pockets.join('')}` +
    '<circle r="152" fill="none" stroke="#e9c15a" stroke-width="2"/><circle r="118" fill="url(#w-gold)"/><circle r="113" fill="url(#w-cone)"/>' +
    [104, 92].map((r) => `<circle r="${r}" fill="none" stroke="#ffdc7a" stroke-opacity=".35" stroke-width="1.500"/>`).join('') +
    `${spokes.join('')}<circle r="30" fill="url(#w-gold)"/><circle r="25" fill="url(#w-knob)"/><circle r="11" fill="url(#w-gold)"/>`
  );
}

function bowlArt(): string {
  const studs = Array.from({ length: 8 }, (_, index) => {
    const long = index % 2 ? 'rotate(45)' : 'scale(.7 1.5)';
    return `<g transform="rotate(${index * 45 + 22.5}) translate(0 -219) ${long}"><path d="M0-7L5 0L0 7L-5 0Z" fill="url(#b-gold)"/></g>`;
  });
  return (
    `<defs>${wheelGradients().replaceAll('id="w-', 'id="b-')}</defs><circle r="249" fill="#050308" opacity=".4"/><circle r="246" fill="url(#b-gold)"/><circle r="241" fill="url(#b-wood)"/>` +
    '<circle r="226" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="3"/><circle r="204" fill="#160c07"/><circle r="205" fill="none" stroke="url(#b-gold)" stroke-width="3"/>' +
    `${studs.join('')}<path d="M-160-160A226 226 0 0 1 60-222" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="7" stroke-linecap="round"/>`
  );
}

function wheelGradients(): string {
  return (
    '<linearGradient id="w-gold" x1="0" y1="0" x2=".8" y2="1"><stop stop-color="#fff6d8"/><stop offset=".35" stop-color="#dca62c"/><stop offset=".6" stop-color="#6b4409"/><stop offset=".85" stop-color="#dca62c"/><stop offset="1" stop-color="#ffdc7a"/></linearGradient>' +
    '<radialGradient id="w-knob" cx=".35" cy=".3" r=".8"><stop stop-color="#fff6d8"/><stop offset=".5" stop-color="#dca62c"/><stop offset="1" stop-color="#6b4409"/></radialGradient>' +
    '<radialGradient id="w-cone" cx=".4" cy=".35" r=".8"><stop stop-color="#a5622e"/><stop offset=".6" stop-color="#5a2a12"/><stop offset="1" stop-color="#2a1208"/></radialGradient>' +
    '<radialGradient id="w-wood" cx=".4" cy=".3" r=".85"><stop stop-color="#a5622e"/><stop offset=".75" stop-color="#5a2a12"/><stop offset="1" stop-color="#3a1a0b"/></radialGradient>'
  );
}
