import { dialogIsOpen } from '../lib/dialog.ts';
import { isHeld } from '../lib/dom.ts';

const CHECK_MS = 80;

export interface Trigger {
  /** A button that fires too. */
  listen(action: HTMLButtonElement): void;
  /** No further shot before the next press. */
  release(): void;
}

/** Fires on pointer down on an animal or the button, and repeatedly until pointer up. */
export function createTrigger(sea: HTMLElement, fire: () => void): Trigger {
  let button: HTMLButtonElement | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isPressed = false;

  function check(): void {
    if (document.hidden || dialogIsOpen()) release();
    else if (button && !isHeld(button)) fire();
  }
  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    release();
    timer = setInterval(check, CHECK_MS);
    check();
  }
  function release(): void {
    clearInterval(timer);
    timer = undefined;
  }

  sea.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('.swimmer')) press(event);
  });
  // A long touch opens the context menu.
  sea.addEventListener('contextmenu', (event) => event.preventDefault());
  for (const end of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(end, release);
  return {
    release,
    listen(action) {
      button = action;
      action.addEventListener('pointerdown', (event) => {
        isPressed = event.button === 0;
        press(event);
      });
      // Pointer down has fired already.
      action.addEventListener(
        'click',
        (event) => {
          if (isPressed && event.detail > 0) event.stopImmediatePropagation();
          isPressed = false;
        },
        { capture: true },
      );
      action.addEventListener('contextmenu', (event) => event.preventDefault());
    },
  };
}
