import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import { sleep } from './attempt.ts';
import { createCoinShower } from './coin-shower.ts';
import { countUp } from './count-up.ts';
import { dialogIsOpen } from './dialog.ts';
import { h, prefersReducedMotion, setText } from './dom.ts';
import type { Sound } from './sound.ts';
import { hasShow, type WinTier, winTier } from './win-tier.ts';

/** Summary of a round with more than one part; shown for every payout. */
export interface RoundSummary {
  readonly title: string;
  readonly lines: readonly string[];
}
export interface RoundEnd {
  readonly stake: Units;
  readonly payout: Units;
  readonly summary: RoundSummary | undefined;
}

/** How the end of a round is shown: `countMs` is 0 without a count. */
export interface ShowPlan {
  readonly tier: WinTier;
  readonly countMs: number;
  readonly holdMs: number;
}

export interface WinShow {
  readonly element: HTMLElement;
  /** Resolves when the show is over, or skipped, with whether there was one. */
  show(end: RoundEnd): Promise<boolean>;
}

/** The winning symbols are visible this long before the plate covers them. */
const LEAD_MS = 800;
const COUNT_MS: Readonly<Record<WinTier, number>> = { none: 0, win: 900, big: 2_000, huge: 3_200, giant: 4_500 };
const HOLD_MS = 1_700;
const SUMMARY_HOLD_MS = 2_600;
const TICK_MS = 110;
const CELEBRATED_TIERS = ['big', 'huge', 'giant'] as const;

/** The plan for the end of a round; undefined if nothing covers the game. */
export function planShow({ stake, payout, summary }: RoundEnd, still: boolean): ShowPlan | undefined {
  const tier = winTier(stake, payout);
  if (!hasShow(tier) && !summary) return undefined;
  return { tier, countMs: still ? 0 : COUNT_MS[tier], holdMs: summary ? SUMMARY_HOLD_MS : HOLD_MS };
}

/** A plate over the game that counts a big win and summarises free spins. A touch, Space, Enter or Escape ends it. */
export function createWinShow({ t, sound, money }: { t: Translate; sound: Sound; money(units: Units): string }): WinShow {
  const coins = createCoinShower();
  const title = h('b', { class: 'win-title' });
  const amount = h('span', { class: 'win-amount amount' });
  const lines = h('span', { class: 'win-summary' });
  const plate = h('div', { class: 'win-plate' }, title, amount, lines, h('span', { class: 'win-hint' }, t('studio.win_skip')));
  const rays = h('div', { class: 'win-rays' });
  // Screen readers receive only the result.
  const element = h('div', { class: 'win-show', hidden: true, 'aria-hidden': 'true' }, rays, coins.element, plate);
  let skip = () => {};
  element.addEventListener('pointerdown', () => skip());
  listenToSkip(element, () => skip());

  function dress(tier: WinTier, { summary }: RoundEnd): void {
    if (element.dataset.tier === tier) return;
    element.dataset.tier = tier;
    setText(title, hasShow(tier) ? t(`studio.win_${tier}`) : (summary?.title ?? ''));
    const shower = CELEBRATED_TIERS.find((name) => name === tier);
    if (shower && !prefersReducedMotion()) coins.start(shower);
  }
  /** The lines name the counted amount, so they appear after it; their space is reserved to avoid a layout shift. */
  function summarise({ tier }: ShowPlan, { summary }: RoundEnd, counted: boolean): void {
    const texts = [hasShow(tier) && summary?.title, ...(summary?.lines ?? [])];
    lines.replaceChildren(...texts.flatMap((line) => (line ? [h('span', {}, line)] : [])));
    lines.classList.toggle('later', !counted);
  }
  async function count(end: RoundEnd, milliseconds: number): Promise<void> {
    let ticked = 0;
    const counted = countUp(end.payout, milliseconds, (units) => {
      setText(amount, money(units));
      const tier = winTier(end.stake, units);
      if (hasShow(tier)) dress(tier, end);
      if (performance.now() - ticked < TICK_MS) return;
      ticked = performance.now();
      sound.tick();
    });
    skip = counted.finish;
    await counted.completed;
  }
  return {
    element,
    async show(end) {
      const plan = planShow(end, prefersReducedMotion());
      if (!plan) return false;
      await sleep(LEAD_MS);
      delete element.dataset.tier;
      element.hidden = false;
      setText(amount, money(plan.countMs > 0 ? 0n : end.payout));
      dress(plan.countMs > 0 && hasShow(plan.tier) ? 'big' : plan.tier, end);
      summarise(plan, end, plan.countMs === 0);
      if (plan.countMs > 0) await count(end, plan.countMs);
      summarise(plan, end, true);
      coins.ebb();
      if (plan.tier !== 'none') sound.win();
      await pauseOr(plan.holdMs, (stop) => {
        skip = stop;
      });
      skip = () => {};
      element.hidden = true;
      coins.stop();
      return true;
    },
  };
}

function pauseOr(milliseconds: number, stopper: (stop: () => void) => void): Promise<void> {
  return Promise.race([sleep(milliseconds), new Promise<void>((resolve) => stopper(resolve))]);
}

const HANDLES_OWN_KEYS = 'button:enabled:not([aria-disabled="true"]), a, input';

function listenToSkip(element: HTMLElement, skip: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (element.hidden || event.repeat || dialogIsOpen() || ![' ', 'Enter', 'Escape'].includes(event.key)) return;
    // A focused control handles its own keys, except Escape.
    if (event.key !== 'Escape' && event.target instanceof Element && event.target.closest(HANDLES_OWN_KEYS)) return;
    event.preventDefault();
    skip();
  });
}
