import type { Translate } from '../../../shared/i18n/translate.ts';
import { h } from '../lib/dom.ts';
import { saveCopy } from './save-copy.ts';

export interface FinishedPage {
  /** Address of the page's own module. */
  readonly script: string;
  readonly title: string;
  /** What is proved. */
  readonly subject: string;
  /** Undefined: it isn't over yet, or there is none; then `view` says so. */
  readonly proof: { readonly name: string; readonly intro: string } | undefined;
  readonly view: HTMLElement;
}

/** The page that proves something that is over: a hand, a match, a draw. */
export function showFinished(root: HTMLElement, t: Translate, { script, title, subject, proof, view }: FinishedPage): void {
  const save = saveCopy(root, t, { script, name: proof?.name ?? '' });
  root.classList.add('verifier');
  root.replaceChildren(
    h(
      'main',
      { class: 'verify-main' },
      h(
        'header',
        { class: 'verify-head' },
        h('div', {}, h('h1', {}, title), h('p', { class: 'quiet' }, subject)),
        proof !== undefined && save.button,
      ),
      save.state,
      proof !== undefined && h('p', {}, proof.intro),
      h('section', { class: 'result', 'aria-label': t('studio.verify_result') }, view),
    ),
  );
}
