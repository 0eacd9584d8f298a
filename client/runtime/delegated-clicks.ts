import type { TRIAL_TYPE } from '../../shared/constants.ts';
import type { EntryTab, ModalName } from '../lib/auth/props.ts';
import { type ModalRequest, openModal } from './modals.ts';
import { pageMember } from './page-session.ts';

/** By its type alone: the loader is not to bring the constants of the whole product along. */
const TRIAL: typeof TRIAL_TYPE = 4;
/** A game is mostly there before anybody wonders what goes on. */
const SAY_LOADING_MS = 400;

/**
 * Clicks of the whole page that open a modal: `data-modal="login"` on a link or button, and links to a game or to a
 * member's page, which ask visitors to sign in first and then go on. Without script the links lead to pages that do the
 * same.
 */
export function delegateClicks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest<HTMLElement>('[data-modal],a[href^="/game?"],a[href^="/member/"]');
    if (!link) return;
    const { modal } = link.dataset;
    const href = link.getAttribute('href');
    const request = modal ? requestOf(modal as ModalName, link, href) : href && inTheWay(href);
    if (request && openModal(request)) event.preventDefault();
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

/** What comes before a game or a member's page: signing in, a trial account, or a real one. */
function inTheWay(next: string): ModalRequest | undefined {
  const member = pageMember();
  if (!member) return { name: next.includes('trial=1') ? 'free-play' : 'login', next };
  if (next[1] === 'g') setTimeout(openModal, SAY_LOADING_MS, { name: 'loading' });
  else if (member.type === TRIAL) return { name: 'true-account' };
  return undefined;
}
