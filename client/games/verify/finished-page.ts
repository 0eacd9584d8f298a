import type { WayBack } from '../../../shared/games/page-context.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { h } from '../lib/dom.ts';
import { saveCopy } from './save-copy.ts';
import { wayBackLink } from './way-back.ts';

export interface FinishedPage {
  /** Address of the page's own module. */
  readonly script: string;
  readonly title: string;
  /** Subject of the proof. */
  readonly subject: string;
  /** Undefined if it is not over or does not exist; `view` then shows the reason. */
  readonly proof: { readonly name: string; readonly intro: string } | undefined;
  readonly view: HTMLElement;
  readonly back: WayBack;
}

/** The page that proves a finished hand, match or draw. */
export function showFinished(root: HTMLElement, t: Translate, { script, title, subject, proof, view, back }: FinishedPage): void {
  const save = saveCopy(root, t, { script, name: proof?.name ?? '' });
  root.classList.add('verifier');
  root.replaceChildren(
    h(
      'main',
      { class: 'verify-main' },
      wayBackLink(root, back, t),
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
