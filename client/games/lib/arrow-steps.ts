/** The arrow keys of a field that holds a number step it up and down. */
export function listenToArrowSteps(input: HTMLInputElement, step: (direction: 1 | -1) => void): void {
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  });
}
