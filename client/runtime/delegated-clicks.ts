import type { ModalName } from '../lib/island-props.ts';
import { openModal } from './modals.ts';
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
    const next = link.getAttribute('href');
    if (modal ? openModal({ name: modal as ModalName }) : next && pageAccount() === null && openModal({ name: 'login', next }))
      event.preventDefault();
  });
}
