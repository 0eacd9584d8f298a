import type { EntryTab, ModalName } from '../lib/island-props.ts';
import { type ModalRequest, openModal } from './modals.ts';
import { pageAccount } from './page-session.ts';

/**
 * Clicks of the whole page that open a modal: `data-modal="login"` on a link or button, and links to a game, which ask
 * visitors to sign in first and then go on to the game. Without script the links lead to pages that do the same.
 */
export function delegateClicks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest<HTMLElement>('[data-modal],a[href^="/game?"]');
    if (!link) return;
    const { modal } = link.dataset;
    const href = link.getAttribute('href');
    if (
      modal
        ? openModal(requestOf(modal as ModalName, link, href))
        : href && pageAccount() === null && openModal({ name: 'login', next: href })
    )
      event.preventDefault();
  });
}

/** Going from one dialog to another keeps where both lead. A link may name the tab or the vendor of its dialog. */
function requestOf(name: ModalName, link: HTMLElement, href: string | null): ModalRequest {
  const query = new URLSearchParams(href?.split('?')[1]);
  const next = link.closest('dialog') && query.get('next');
  const tab = query.get('tab') as EntryTab | null;
  const { vassalage } = link.dataset;
  return {
    name,
    ...(next ? { next } : {}),
    ...(tab ? { tab } : {}),
    ...(vassalage ? { vassalage, vendorName: link.dataset.vendor ?? '' } : {}),
  };
}
