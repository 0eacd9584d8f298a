import { button, type Child, h } from './dom.ts';
import { icon } from './icons.ts';

/** Opens a modal dialog; closing it removes it and restores the focus. */
export function openDialog(title: string, closeLabel: string, content: readonly Child[]): HTMLDialogElement {
  const close = button(icon('close'), { class: 'icon-button', 'aria-label': closeLabel }, () => dialog.close());
  const heading = h('h2', { id: 'dialog-title' }, title);
  const body = h('div', { class: 'dialog-body', tabindex: 0, role: 'group', 'aria-labelledby': 'dialog-title' }, ...content);
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'dialog-title' },
    h('header', { class: 'dialog-head' }, heading, close),
    body,
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** True while a dialog is open: the game then ignores its keys. */
export function dialogIsOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
