import { h } from '../lib/dom.ts';
import { fetchSheet, parseSheet } from '../slot/symbols.ts';

/**
 * Loads the symbols of a slot into the page. Their text is stored on the root for a saved copy; a copy without it shows the
 * names of the symbols.
 */
export async function showSymbols(root: HTMLElement, gameId: string): Promise<void> {
  const isSaved = 'offline' in root.dataset;
  if (isSaved && root.dataset.symbols === undefined) return;
  root.dataset.symbols ??= await fetchSheet(gameId);
  root.append(h('div', { class: 'symbol-sheet' }, parseSheet(root.dataset.symbols)));
  root.classList.add('pictured');
}
