import { h } from './dom.ts';

/** Number of coins in the air, by tier. */
const COINS = { big: 22, huge: 34, giant: 46 } as const;
const SIZE = 26;
const GRAVITY = 1_150;
const TURNS_PER_SECOND = 1.3;

interface Coin {
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  phase: number;
  size: number;
}

export interface CoinShower {
  readonly element: HTMLCanvasElement;
  start(tier: keyof typeof COINS): void;
  /** Stops adding coins; those in the air fall. */
  ebb(): void;
  stop(): void;
}

/** Coins that rise on both sides of the plate and fall: copies of one picture on one canvas. */
export function createCoinShower(): CoinShower {
  const element = h('canvas', { class: 'win-coins' });
  const context = element.getContext('2d');
  let picture: HTMLCanvasElement | undefined;
  let coins: Coin[] = [];
  let frame = 0;
  let last = 0;
  let isEbbing = false;

  function draw(now: number): void {
    if (!context || !picture) return;
    const { width, height } = element;
    const seconds = Math.min(0.05, (now - last) / 1_000);
    last = now;
    context.clearRect(0, 0, width, height);
    for (const coin of coins) {
      coin.speedY += GRAVITY * seconds;
      coin.x += coin.speedX * seconds;
      coin.y += coin.speedY * seconds;
      if (coin.y > height + SIZE && !isEbbing) spring(coin, width, height);
      const turn = Math.abs(Math.cos((now / 1_000) * Math.PI * TURNS_PER_SECOND + coin.phase));
      const across = coin.size * Math.max(0.12, turn);
      context.drawImage(picture, coin.x - across / 2, coin.y - coin.size / 2, across, coin.size);
    }
    frame = requestAnimationFrame(draw);
  }
  return {
    element,
    start(tier) {
      cancelAnimationFrame(frame);
      isEbbing = false;
      picture ??= coinPicture();
      // One canvas pixel per CSS pixel is sufficient for moving coins.
      if (coins.length === 0) Object.assign(element, { width: element.clientWidth, height: element.clientHeight });
      while (coins.length < COINS[tier]) coins.push(fresh(element.width, element.height));
      last = performance.now();
      frame = requestAnimationFrame(draw);
    },
    ebb() {
      isEbbing = true;
    },
    stop() {
      cancelAnimationFrame(frame);
      coins = [];
      context?.clearRect(0, 0, element.width, element.height);
    },
  };
}

function fresh(width: number, height: number): Coin {
  const coin: Coin = { x: 0, y: 0, speedX: 0, speedY: 0, phase: Math.random() * Math.PI, size: SIZE * (0.7 + Math.random() * 0.6) };
  spring(coin, width, height);
  // Staggered: some start below the edge.
  coin.y += Math.random() * height * 0.8;
  return coin;
}

function spring(coin: Coin, width: number, height: number): void {
  const side = Math.random() < 0.5 ? -1 : 1;
  coin.x = width * (0.5 + side * (0.34 + Math.random() * 0.14));
  coin.y = height + SIZE;
  // Away from the middle, where the amount is.
  coin.speedX = side * Math.random() * width * 0.12;
  coin.speedY = -Math.sqrt(2 * GRAVITY * height * (0.55 + Math.random() * 0.45));
}

function coinPicture(): HTMLCanvasElement {
  const side = SIZE * 2;
  const canvas = h('canvas', { width: side, height: side });
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const disc = (radius: number, colour: string | CanvasGradient) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(SIZE, SIZE, radius, 0, Math.PI * 2);
    context.fill();
  };
  const gold = context.createLinearGradient(0, 0, side, side);
  for (const [at, colour] of [
    [0, '#fff1b8'],
    [0.5, '#e9b53c'],
    [1, '#9a6410'],
  ] as const)
    gold.addColorStop(at, colour);
  disc(SIZE, '#7a4d08');
  disc(SIZE - 2, gold);
  disc(SIZE * 0.7, '#c98d1e');
  disc(SIZE * 0.64, gold);
  return canvas;
}
