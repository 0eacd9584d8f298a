import type { TRIAL_TYPE } from '../../shared/constants.ts';
import type { EntryTab, ModalName } from '../islands/sign-in/props.ts';
import { type ModalRequest, openModal } from './modals.ts';
import { pageMember } from './page-session.ts';

/** Type import only: the loader must not include the constants of the whole product. */
const TRIAL: typeof TRIAL_TYPE = 4;
/** Most games load before this delay, so the loading dialog is not needed. */
const LOADING_DELAY_MS = 400;

/**
 * Handles clicks that open a modal: `data-modal="login"` on a link or button, and links to a game or member page, which
 * ask visitors to log in first. Without script the links lead to pages with the same function.
 */
export function delegateClicks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest<HTMLElement>('[data-modal],a[href^="/game?"],a[href^="/member/"]');
    if (!link) return;
    const { modal } = link.dataset;
    const href = link.getAttribute('href');
    const request = modal ? requestOf(modal as ModalName, link, href) : href && blockingModal(href);
    if (request && openModal(request)) event.preventDefault();
  });
}

/** Switching dialogs keeps the target. A link may name the tab or the vendor of its dialog. */
function requestOf(name: ModalName, link: HTMLElement, href: string | null): ModalRequest {
  const query = new URLSearchParams(href?.split('?')[1]);
  const next = link.closest('dialog') && query.get('next');
  const tab = query.get('tab') as EntryTab | null;
  const { begin, vassalage, vendor } = link.dataset;
  return {
    name,
    ...(next && { next }),
    ...(tab && { tab }),
    ...(begin !== undefined && { begin: true }),
    ...(vassalage && { vassalage }),
    ...(vendor && { vendorName: vendor }),
  };
}

/** Dialog required before a game or a member page: login, trial account, or real account. */
function blockingModal(next: string): ModalRequest | undefined {
  const member = pageMember();
  if (!member) return { name: next.includes('trial=1') ? 'free-play' : 'login', next };
  if (next[1] === 'g') setTimeout(openModal, LOADING_DELAY_MS, { name: 'loading' });
  else if (member.type === TRIAL) return { name: 'true-account' };
  return undefined;
}
