/** The pressed button is removed with its row, so the focus moves to the title of the list. */
export function focusTitle(id: string): void {
  document.getElementById(id)?.focus();
}
