import type { PopupTime } from '../../../shared/api/publishing/constants.ts';
import { currentModal } from '../../runtime/modals.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import type { Drag } from '../../ui/drag.ts';
import { duePopups, endOfDay, noteShown, readPopupState, storePopupState } from './popup-store.ts';

/** Lets the page render first. A visitor who has started to do something is not interrupted. */
const DELAY_MS = 1_200;
const FADE_MS = 300;

/*
 * Shows the due pop-ups of the page one after the other, never over another dialog. Pop-ups that cannot be shown now are shown on a later
 * page. Their HTML is `views/personal/popups.tsx`.
 */
setTimeout(() => showDue([...document.querySelectorAll<HTMLTemplateElement>('template[data-popup]')].map(popupOf)), DELAY_MS);

interface Popup {
  readonly id: string;
  readonly when: PopupTime;
  readonly template: HTMLTemplateElement;
}

function popupOf(template: HTMLTemplateElement): Popup {
  return { id: template.dataset.popup ?? '', when: template.dataset.when as PopupTime, template };
}

function showDue(popups: readonly Popup[]): void {
  const account = pageAccount();
  const due = duePopups(popups, readPopupState(), account, Date.now());
  if (due.length > 0 && isBusy()) return;
  storePopupState({ seenAt: Date.now(), account: account ?? '' });
  showNext(due, 1);
}

function showNext(due: readonly Popup[], position: number): void {
  const popup = due[position - 1];
  if (!popup || isOff() || isBusy()) return;
  const { template, id, when } = popup;
  const dialog = template.content.firstElementChild?.cloneNode(true) as HTMLDialogElement;
  if (when === 'visitor') noteShown(id);
  const text = dialog.querySelector<HTMLElement>('[data-position]');
  if (text && due.length > 1) {
    text.hidden = false;
    text.textContent = (text.dataset.position ?? '').replace('{position}', String(position)).replace('{count}', String(due.length));
  }
  connect(dialog);
  const goOn = () => {
    dialog.remove();
    showNext(due, position + 1);
  };
  dialog.addEventListener('close', () => setTimeout(goOn, FADE_MS), { once: true });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-first]')?.focus();
}

/** "Not today" applies from the moment it is checked, however the dialog is closed. Closing by its buttons and Escape needs no script. */
function connect(dialog: HTMLDialogElement): void {
  dialog.querySelector('input')?.addEventListener('change', ({ currentTarget }) => {
    storePopupState({ offUntil: (currentTarget as HTMLInputElement).checked ? endOfDay(new Date()) : 0 });
  });
  let drag: Drag | undefined;
  dialog.addEventListener('pointerdown', ({ target }) => {
    // This press starts outside the dialog, so it does not end an earlier drag.
    if (target === dialog) drag?.moved();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && !drag?.moved()) dialog.close();
  });
  import('../../ui/drag.ts').then(({ createDrag }) => {
    drag = createDrag(() => dialog);
    makeMovable(dialog, drag);
  }, reportError);
}

function makeMovable(dialog: HTMLDialogElement, { handlers, onKey }: Drag): void {
  const bar = dialog.querySelector('h2')?.parentElement;
  bar?.addEventListener('pointerdown', handlers.onPointerDown);
  bar?.addEventListener('pointermove', handlers.onPointerMove);
  bar?.addEventListener('pointerup', handlers.onPointerUp);
  bar?.addEventListener('pointercancel', handlers.onPointerCancel);
  dialog.querySelector('[data-grip]')?.addEventListener('keydown', (event) => onKey(event as KeyboardEvent));
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
