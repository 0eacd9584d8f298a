import type { CDPSession, Page } from 'playwright-core';
import { launchGame } from '../../shared/api/games/calls.ts';
import { launchAddress } from '../../shared/api/launch-address.ts';
import { launchBrowser } from '../kit/browser.ts';
import { accepted, DEMO, type Player, signIn } from '../kit/player.ts';
import { showRoundsOf } from '../kit/rounds.ts';
import type { Service } from '../kit/service.ts';

/** The busiest second of one engine on a phone's screen with the CPU slowed down. */
export interface FrameMetrics {
  readonly framesPerSecond: number;
  /** CPU time of the page's main thread per frame, independent of other load on the machine. */
  readonly mainMs: number;
  /** From pointerdown to the next paint, in milliseconds, from the browser's event timing (in steps of 8). */
  readonly inputMs: number | undefined;
}

interface Scene {
  readonly gameId: string;
  /** Element to tap once the game is ready; by default the play button. */
  readonly act?: string;
  /** Elements to choose before playing. */
  readonly before?: string;
  /** Elements to tap afterwards. */
  readonly starts?: string;
  /** Element that appears when the busiest second begins; by default the tap itself. */
  readonly begins?: string;
  /** Measures an animation that starts without a tap, once. */
  readonly watched?: boolean;
  /** Uses play money, which fills a card room with bots. */
  readonly trial?: boolean;
  /** Slot rounds must win at least this many stakes. */
  readonly stakesWon?: number;
}

const PLAYS = 'button.action:not([aria-disabled="true"])';
const SCENES: Readonly<Record<string, Scene>> = {
  slots: { gameId: 'NOVA_COIN_HARBOUR' },
  'slots-win': { gameId: 'NOVA_COIN_HARBOUR', begins: '.win-show:not([hidden])', stakesWon: 25 },
  dice: { gameId: 'NOVA_COMET_DICE' },
  roulette: { gameId: 'NOVA_NOVA_ROULETTE', before: '[data-spot="red"]' },
  keno: { gameId: 'STARFALL_STARFALL_KENO', before: '.keno-tools button' },
  fish: { gameId: 'TIDAL_HARPOON_BAY' },
  duel: { gameId: 'JADE_SUN_AND_MOON' },
  digits: { gameId: 'HALO_HALO_FOUR', before: '.digit-keys .tool-key:last-child' },
  baccarat: { gameId: 'KESTREL_KESTREL_BACCARAT', begins: '.table-stage[data-phase="dealing"]', watched: true },
  crash: { gameId: 'PAPAYA_BEACH_KITE', act: '.go:not([aria-disabled="true"])', begins: '[data-phase="flying"]', watched: true },
  match: { gameId: 'DS88_DEEPWATER_FOOTBALL', act: '.odds:not([aria-disabled="true"])' },
  rooms: {
    gameId: 'JADE_THIRTEEN_TIDES',
    act: '[data-level="bay"]:not([disabled])',
    starts: PLAYS,
    begins: '.own-card',
    watched: true,
    trial: true,
  },
};
const SLOWER = 4;
const WATCH_MS = 1_500;
/** Rounds of one engine. The best one counts, because other processes use the machine as well. */
const ROUNDS = 3;
const TIMEOUT_MS = 90_000;

/** Plays each engine and counts frames. Without a GPU, the CPU does the drawing as well. */
export async function* benchFrames(service: Service, wanted: readonly string[] = []): AsyncGenerator<readonly [string, FrameMetrics]> {
  const browser = await launchBrowser();
  const players = { real: await signIn(service.url), trial: await signIn(service.url, DEMO.trial) };
  for (const [engine, scene] of Object.entries(SCENES)) {
    if (wanted.length > 0 && !wanted.includes(engine)) continue;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const { stakesWon } = scene;
    if (stakesWon) await showRoundsOf(page, 'harbour', ({ stake, payout }) => payout >= stake * BigInt(stakesWon));
    const player = scene.trial ? players.trial : players.real;
    yield [engine, await measure(page, await addressOf(player, service.url, scene.gameId), scene)];
    await context.close();
  }
  await browser.close();
}

async function addressOf(player: Player, url: string, gameId: string): Promise<string> {
  return new URL(launchAddress(accepted(await player.call(launchGame, { body: { gameId } }))), url).href;
}

async function measure(page: Page, address: string, { act = PLAYS, before, starts, begins, watched }: Scene): Promise<FrameMetrics> {
  await page.goto(address);
  await page.locator(act).first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(watchInput);
  const rounds: FrameMetrics[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (before) await page.locator(before).first().click();
    if (!watched || act !== PLAYS) await page.locator(act).first().tap();
    if (starts) await page.locator(starts).first().tap();
    if (begins) await page.locator(begins).first().waitFor();
    rounds.push({ ...(await countFrames(page, session)), inputMs: await page.evaluate(slowestInput) });
    // The next shared round is half a minute away, so one is enough.
    if (watched) break;
    await page.locator(act).first().waitFor();
  }
  const inputs = rounds.flatMap(({ inputMs }) => inputMs ?? []);
  const best = rounds.reduce((one, other) => (other.framesPerSecond > one.framesPerSecond ? other : one));
  return {
    framesPerSecond: best.framesPerSecond,
    mainMs: Math.min(...rounds.map(({ mainMs }) => mainMs)),
    inputMs: inputs.length > 0 ? Math.min(...inputs) : undefined,
  };
}

async function countFrames(page: Page, session: CDPSession): Promise<Omit<FrameMetrics, 'inputMs'>> {
  const before = await taskSeconds(session);
  const { frames, milliseconds } = await page.evaluate(framesWithin, WATCH_MS);
  const busy = (await taskSeconds(session)) - before;
  return { framesPerSecond: (frames * 1_000) / milliseconds, mainMs: (busy * 1_000) / frames };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Runs in the page. */
function framesWithin(forMs: number): Promise<{ frames: number; milliseconds: number }> {
  return new Promise((resolve) => {
    const from = performance.now();
    let frames = 0;
    const next = () => {
      frames += 1;
      const milliseconds = performance.now() - from;
      if (milliseconds < forMs) requestAnimationFrame(next);
      else resolve({ frames, milliseconds });
    };
    requestAnimationFrame(next);
  });
}

/** Runs in the page: records the event timing of every later pointerdown. */
function watchInput(): void {
  const seen: number[] = [];
  Object.assign(globalThis, { inputsOfBench: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'pointerdown') seen.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: the slowest since the last call. Browsers do not report events faster than 16 ms. */
function slowestInput(): number | undefined {
  const { inputsOfBench } = globalThis as unknown as { inputsOfBench: number[] };
  const all = inputsOfBench.splice(0);
  return all.length > 0 ? Math.max(...all) : undefined;
}
