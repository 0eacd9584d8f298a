import { STUDIO_ART_PATH } from '../../../shared/games/protocol.ts';
import { sleep } from '../lib/attempt.ts';

const PAUSES_MS = [400, 1_200, 3_000, 8_000];

/** The pictures of a game's symbols. */
export interface SymbolSheet {
  /** Every symbol as `<symbol id="s-<rank>">`, empty until it is loaded. */
  readonly element: HTMLElement;
  /** Resolves once the pictures are loaded; stays pending if they cannot be loaded. */
  readonly ready: Promise<void>;
  /** One symbol as a picture of its own, `size` pixels wide. */
  picture(name: string, size: number): string;
}

/** Fetches the sheet of a game, again after a pause when the network fails. */
export function loadSymbols(gameId: string): SymbolSheet {
  const element = document.createElement('div');
  element.className = 'symbol-sheet';
  return {
    element,
    ready: fetchSheet(gameId).then((text) => element.append(parseSheet(text))),
    picture(name, size) {
      const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-104 -104 208 208">`;
      return `${head}${element.querySelector('defs')?.outerHTML ?? ''}${element.querySelector(`#s-${name}`)?.innerHTML ?? ''}</svg>`;
    },
  };
}

/** The text of a sheet as an element for the page. */
export function parseSheet(text: string): Element {
  return document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
}

/** The sheet of a game as text; stays pending if it cannot be loaded. */
export async function fetchSheet(gameId: string): Promise<string> {
  for (const pause of PAUSES_MS) {
    const response = await fetch(`${STUDIO_ART_PATH}/symbols-${gameId}.svg`).catch(() => undefined);
    if (response?.ok) return await response.text();
    await sleep(pause);
  }
  return new Promise(() => {});
}
