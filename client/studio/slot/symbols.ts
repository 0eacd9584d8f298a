import { STUDIO_ART_PATH } from '../../../shared/studio/protocol.ts';
import { sleep } from '../lib/attempt.ts';

const PAUSES_MS = [400, 1_200, 3_000, 8_000];

/** The pictures of a game's symbols. */
export interface SymbolSheet {
  /** Every symbol as `<symbol id="s-<rank>">`, empty until it has come. */
  readonly element: HTMLElement;
  /** Resolves once the pictures are there; never where they cannot be had. */
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
    ready: fetchSheet(`${STUDIO_ART_PATH}/symbols-${gameId}.svg`).then((sheet) => element.append(sheet)),
    picture(name, size) {
      const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-104 -104 208 208">`;
      return `${head}${element.querySelector('defs')?.outerHTML ?? ''}${element.querySelector(`#s-${name}`)?.innerHTML ?? ''}</svg>`;
    },
  };
}

async function fetchSheet(address: string): Promise<Element> {
  for (const pause of PAUSES_MS) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) {
      const parsed = new DOMParser().parseFromString(await response.text(), 'image/svg+xml');
      return document.importNode(parsed.documentElement, true);
    }
    await sleep(pause);
  }
  return new Promise(() => {});
}
