/** The button that was pressed goes with what it removed: whoever uses the keyboard goes on from the title of the list. */
export function focusTitle(id: string): void {
  document.getElementById(id)?.focus();
}
