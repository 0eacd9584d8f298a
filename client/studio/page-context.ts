import type {
  EventVerifyPageContext,
  GamePageContext,
  HandVerifyPageContext,
  VerifyPageContext,
} from '../../shared/studio/page-context.ts';

/** The element that the document gives to its page, with the context in `data-context`. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('game');
  if (!root) throw new Error('The document has no element with the id "game"');
  return root;
}

/** The context is written by our own server with the page; it is not checked again. */
export function readContext<Context extends GamePageContext | VerifyPageContext | EventVerifyPageContext | HandVerifyPageContext>(
  root: HTMLElement,
): Context {
  return JSON.parse(root.dataset.context ?? '') as Context;
}
