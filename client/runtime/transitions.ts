interface Transition {
  readonly ready: Promise<unknown>;
  readonly finished: Promise<unknown>;
}

/**
 * A change of pages that is given up (the visitor goes on before it is drawn) is no fault: without somebody who hears of it
 * the browser reports one in the console. What is revealed before this script runs is taken from the document.
 */
export function hushTransitions(): void {
  const hush = (transition: Transition | null | undefined) => {
    transition?.ready.catch(() => undefined);
    transition?.finished.catch(() => undefined);
  };
  for (const name of ['pageswap', 'pagereveal'])
    addEventListener(name, (event) => hush((event as Event & { readonly viewTransition?: Transition | null }).viewTransition));
  hush((document as Document & { readonly activeViewTransition?: Transition | null }).activeViewTransition);
}
