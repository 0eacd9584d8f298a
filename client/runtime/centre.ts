import { pageMember } from './page-session.ts';

/** As in `client/islands/centre/centre-dialog.module.css`: narrower screens show the pages themselves. */
const WIDE = '(min-width: 1041px)';
const CENTRE = /^\/(?:member|agent)\/./;
const ownPath = location.pathname;

const load = () => import('../islands/modals/modal-host.island.tsx').then(({ loadCentre }) => loadCentre());

/**
 * Opens a page of the member or agent centre in a dialog over this page. False on narrow screens, for visitors, and on
 * a page of a centre: the caller then follows the link.
 */
export function openCentre(href: string): boolean {
  if (!CENTRE.test(href) || CENTRE.test(ownPath) || !pageMember() || !matchMedia(WIDE).matches) return false;
  load().then(
    ({ openPanel }) => openPanel(href),
    () => location.assign(href),
  );
  return true;
}

/** Back and Forward open and close the dialog. After a reload the page of a centre itself is left. */
export function followCentre(): void {
  addEventListener('popstate', () => {
    const path = location.pathname;
    if (CENTRE.test(ownPath)) {
      if (path !== ownPath) location.reload();
    } else if (CENTRE.test(path) || document.querySelector('dialog [data-centre]')) {
      load().then(
        ({ followHistory }) => followHistory(),
        () => location.reload(),
      );
    }
  });
}
