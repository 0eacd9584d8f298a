import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { openModal } from '../../runtime/modals.ts';
import { pageMember } from '../../runtime/page-session.ts';
import type { Centre } from './centre-store.ts';
import { isCentre } from './is-centre.ts';

/** As in `client/ui/dialog.module.css`: narrower screens show the pages themselves. */
const WIDE = '(min-width: 1041px)';

/**
 * Opens links to the member and agent centre in a dialog over this page, and follows Back and Forward. Started by the
 * member's part of the header; until then, and for visitors, they are links. `load`: the dialog's script.
 */
export function followLinks(load: () => Promise<Centre>): () => void {
  const own = location.pathname;
  // The answer to a refused form of a centre is a page of it, with the address of the form.
  const isOwnCentre = isCentre(own) || document.querySelector('[data-centre]') !== null;
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const href = link?.getAttribute('href') ?? '';
    if (!link || !isCentre(href) || link.target || link.dataset.modal) return;
    const member = pageMember();
    if (member?.type === TRIAL_TYPE) {
      if (openModal({ name: 'true-account' })) event.preventDefault();
    } else if (member && !isOwnCentre && matchMedia(WIDE).matches) {
      event.preventDefault();
      load().then(
        ({ openPanel }) => openPanel(href),
        () => location.assign(href),
      );
    }
  };
  // After a reload of a page of a centre, the pages below it are entries of the same document.
  const onHistory = () => {
    const path = location.pathname;
    if (isOwnCentre) {
      if (path !== own) location.reload();
    } else if (isCentre(path) || document.querySelector('dialog [data-centre]')) {
      load().then(
        ({ followHistory }) => followHistory(),
        () => location.reload(),
      );
    }
  };
  document.addEventListener('click', onClick);
  addEventListener('popstate', onHistory);
  return () => {
    document.removeEventListener('click', onClick);
    removeEventListener('popstate', onHistory);
  };
}
