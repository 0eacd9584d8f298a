import type { EventVerifyPageContext, GamePageContext, HandVerifyPageContext, VerifyPageContext } from '../../shared/games/page-context.ts';

/** The root element of the page, with the context in `data-context`. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('game');
  if (!root) throw new Error('The document has no element with the id "game"');
  return root;
}

/** The studio's server writes the context into the page, so it is not validated. */
export function readContext<Context extends GamePageContext | VerifyPageContext | EventVerifyPageContext | HandVerifyPageContext>(
  root: HTMLElement,
): Context {
  return JSON.parse(root.dataset.context ?? '') as Context;
}
