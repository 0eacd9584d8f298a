import type { ModalName } from '../lib/island-props.ts';
import { openModal } from './modals.ts';
import { pageAccount } from './page-session.ts';

/**
 * Links and buttons of the static page that open a modal: `data-modal="login"`, and `data-launch` on links to a game,
 * which ask visitors to sign in first and then go on to the game. Without script the links lead to pages that do the same.
 */
export function delegateClicks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest<HTMLElement>('[data-modal],[data-launch]');
    if (!link) return;
    const { modal, next } = link.dataset;
    if (modal ? openModal({ name: modal as ModalName, next }) : askToSignIn(link)) event.preventDefault();
  });
}

function askToSignIn(link: HTMLElement): boolean {
  const next = link.getAttribute('href');
  return next !== null && pageAccount() === null && openModal({ name: 'login', next });
}
