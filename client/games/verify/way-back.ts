import type { WayBack } from '../../../shared/games/page-context.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { h } from '../lib/dom.ts';

const CLOSE_MS = 300;

/** The link to where the visitor came from. A saved copy has none (`save-copy.ts`). */
export function wayBackLink(root: HTMLElement, { path, name, closes }: WayBack, t: Translate): HTMLElement | false {
  if ('offline' in root.dataset) return false;
  const link = h('a', { class: 'verify-back', href: path }, `← ${name === '' ? t('studio.verify_back') : name}`);
  if (closes)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      window.close();
      // A browser that does not close the tab shows the page of the game in it.
      setTimeout(() => window.location.assign(path), CLOSE_MS);
    });
  return link;
}
