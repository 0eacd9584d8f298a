import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { FrameMessage } from '../../shared/games/protocol.ts';

/** What a page has shown and received, in order. */
export interface Sight {
  readonly kind: 'header' | 'bar' | 'net' | 'message' | 'sign';
  readonly text: string;
  /** Time of the machine's clock, which all tabs share. */
  readonly at: number;
}

/**
 * Runs in each page before its own scripts: records every change of an amount in the portal, and every message of the game. In the
 * game it records the appearance of elements that match `sign`.
 */
export function recordAmounts(sign = ''): void {
  const seen: Sight[] = [];
  Object.assign(window, { seenAmounts: seen });
  if (window.parent !== window) {
    let isThere = false;
    const lookForSign = () => {
      const was = isThere;
      isThere = sign !== '' && document.querySelector(sign) !== null;
      if (isThere && !was) seen.push({ kind: 'sign', text: sign, at: Date.now() });
    };
    new MutationObserver(lookForSign).observe(document, { subtree: true, childList: true, attributes: true });
    return;
  }
  const lastTexts = new Map<string, string>();
  const recordChanges = () => {
    const [header] = document.querySelectorAll('lagoon-island[name="header-bar"] [data-private]');
    const [net, bar] = document.querySelectorAll('lagoon-island[name="game-frame"] dd[data-private]');
    for (const [kind, element] of Object.entries({ header, net, bar })) {
      const text = element?.textContent;
      if (!text || lastTexts.get(kind) === text) continue;
      lastTexts.set(kind, text);
      seen.push({ kind: kind as Sight['kind'], text, at: Date.now() });
    }
  };
  window.addEventListener('message', ({ data }) => {
    if (data?.lagoon === 1) seen.push({ kind: 'message', text: data.type, at: Date.now() });
  });
  new MutationObserver(recordChanges).observe(document, { subtree: true, childList: true, characterData: true });
}

export async function amountsOf(page: Page, frame: FrameLocator) {
  const text = async (found: ReturnType<Page['locator']>) => (await found.textContent())?.trim() ?? '';
  return {
    header: await text(page.locator('lagoon-island[name="header-bar"] [data-private]').first()),
    bar: await text(page.locator('lagoon-island[name="game-frame"] dd[data-private]').nth(1)),
    game: await text(frame.locator('.readout-balance dd')),
  };
}

/** Rounds that the game has reported as finished. */
export function resultsOf(page: Page): Promise<number> {
  return messagesOf(page, 'round-ended');
}

/** Number of messages of a type from the game. */
export async function messagesOf(page: Page, type: FrameMessage['type']): Promise<number> {
  return (await sights(page)).filter(({ kind, text }) => kind === 'message' && text === type).length;
}

/** Increases of an amount in the bar above the game, after a time, that came before the sign of the same round. */
export async function creditsWithoutSign(page: Page, since = 0): Promise<readonly string[]> {
  const seen = await sights(page);
  const game = page.frames().find((frame) => frame.parentFrame() === page.mainFrame());
  const signs = (await sights(game ?? page)).filter(({ kind }) => kind === 'sign');
  const early = rises(seen, 'bar').filter(({ at }) => {
    if (at < since) return false;
    const start = roundsOut(seen).findLast(({ from }) => from.at <= at);
    return !signs.some((sign) => sign.at >= (start?.from.at ?? 0) && sign.at <= at);
  });
  return early.map(({ text }) => text);
}

/** Number of increases of an amount in the bar above the game, after a time. */
export async function creditsOf(page: Page, since = 0): Promise<number> {
  return rises(await sights(page), 'bar').filter(({ at }) => at >= since).length;
}

/** All increases of an amount, and all changes of the session's result, during a round. */
export async function amountsRiseOnlyAfter(page: Page, other?: Page): Promise<readonly string[]> {
  const seen = await sights(page);
  const outs = roundsOut(seen);
  const isOut = ({ index }: { readonly index: number }) => outs.some(({ from, to }) => index > from.index && index < to.index);
  const placed = seen.map((sight, index) => ({ ...sight, index }));
  const nets = placed.filter(({ kind }) => kind === 'net').slice(1);
  const early = [...rises(placed, 'header'), ...rises(placed, 'bar'), ...nets].filter(isOut);
  const elsewhere = other ? rises(await sights(other), 'header') : [];
  const earlyElsewhere = elsewhere.filter(({ text, at }) => {
    // Rounds follow each other quickly, and other tabs get the events a little later, so the round that paid this amount counts.
    const own = placed.find((sight) => sight.kind === 'bar' && sight.text === text);
    const displayed = placed.findLast((sight) => sight.text === 'round-shown' && sight.index < (own?.index ?? 0));
    return displayed !== undefined && at < displayed.at;
  });
  return [...early.map(({ kind, text }) => `${kind}: ${text}`), ...earlyElsewhere.map(({ text }) => `other tab: ${text}`)];
}

interface Moment {
  readonly index: number;
  readonly at: number;
}
const NEVER: Moment = { index: Number.POSITIVE_INFINITY, at: Number.POSITIVE_INFINITY };

/**
 * Start of each round, and when the game reported that it was shown. A game repeats `round-started` while a round lasts; only the first
 * one counts.
 */
function roundsOut(seen: readonly Sight[]): readonly { readonly from: Moment; readonly to: Moment }[] {
  const rounds: { from: Moment; to: Moment }[] = [];
  for (const [index, { kind, text, at }] of seen.entries()) {
    const last = rounds.at(-1);
    const isOut = last?.to === NEVER;
    if (kind !== 'message') continue;
    if (text === 'round-started' && !isOut) rounds.push({ from: { index, at }, to: NEVER });
    if ((text === 'round-shown' || text === 'round-ended') && last && isOut) last.to = { index, at };
  }
  return rounds;
}

function rises<S extends Sight>(seen: readonly S[], kind: Sight['kind']): readonly S[] {
  const own = seen.filter((sight) => sight.kind === kind);
  return own.filter(({ text }, index) => index > 0 && amountOf(text) > amountOf(own[index - 1]?.text ?? ''));
}

function amountOf(text: string): number {
  return Number(text.replace(/[^\d.]/g, '')) * (/[-−]/.test(text) ? -1 : 1);
}

function sights(page: Page | Frame): Promise<readonly Sight[]> {
  return page.evaluate(() => (window as unknown as { seenAmounts: readonly Sight[] }).seenAmounts);
}
