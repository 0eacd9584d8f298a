import { h } from '../lib/dom.ts';
import { fetchSheet, parseSheet } from '../slot/symbols.ts';

/**
 * Brings the symbols of a slot into the page. Their text stays on the root, from where a saved copy takes it along; a copy
 * without it shows the names of the symbols.
 */
export async function showSymbols(root: HTMLElement, gameId: string): Promise<void> {
  const isSaved = 'offline' in root.dataset;
  if (isSaved && root.dataset.symbols === undefined) return;
  root.dataset.symbols ??= await fetchSheet(gameId);
  root.append(h('div', { class: 'symbol-sheet' }, parseSheet(root.dataset.symbols)));
  root.classList.add('pictured');
}
