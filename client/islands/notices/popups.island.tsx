import { useEffect } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import { currentModal, onModalChange, openModal } from '../../runtime/modals.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import { duePopups, noteShown, readPopupState, storePopupState } from './popup-store.ts';
import type { PopupsProps, PopupView } from './props.ts';

/** Lets the page render first. A visitor who has started to do something is not interrupted. */
const DELAY_MS = 1_200;
const FADE_MS = 300;

/**
 * Shows the due pop-ups one after the other, never over another dialog. Pop-ups that cannot be shown now are shown on a
 * later page.
 */
export default function Popups({ popups }: PopupsProps & IslandContext) {
  useEffect(() => {
    const timer = setTimeout(() => startPopups(popups), DELAY_MS);
    return () => clearTimeout(timer);
  }, [popups]);
  return null;
}

function startPopups(popups: readonly PopupView[]): void {
  const account = pageAccount();
  const due = duePopups(popups, readPopupState(), account, Date.now());
  if (due.length > 0 && isBusy()) return;
  storePopupState({ seenAt: Date.now(), account: account ?? '' });
  showNext(due, 1);
}

function showNext(due: readonly PopupView[], position: number): void {
  const popup = due[position - 1];
  if (!popup || isOff() || isBusy() || !openModal({ name: 'popup', popup: { ...popup, position, count: due.length } })) return;
  if (popup.when === 'visitor') noteShown(popup.id);
  const leave = onModalChange(() => {
    leave();
    if (currentModal() === null) setTimeout(() => showNext(due, position + 1), FADE_MS);
  });
}

function isOff(): boolean {
  return Date.now() < (readPopupState()?.offUntil ?? 0);
}

/** True while a dialog or a menu is open, the visitor is typing, or the page is hidden. */
function isBusy(): boolean {
  return (
    currentModal() !== null ||
    document.visibilityState !== 'visible' ||
    document.querySelector('dialog[open],:popover-open') !== null ||
    document.activeElement?.matches('input,textarea,select') === true
  );
}
