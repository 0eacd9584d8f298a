import { clampShift, type Shift } from './shift.ts';

const STEPS: Readonly<Record<string, Shift>> = {
  ArrowLeft: { x: -24, y: 0 },
  ArrowRight: { x: 24, y: 0 },
  ArrowUp: { x: 0, y: -24 },
  ArrowDown: { x: 0, y: 24 },
};
/** Dialogs on phones are not moved. */
export const PHONE = '(max-width: 560px)';

/** Moves a dialog by its title bar, or with arrow keys on the grip; it stays inside the window. The handlers take events of React and of the browser. */
export interface Drag {
  /** Back to the middle. */
  reset(): void;
  /** Whether a drag has just ended; the answer is given once. */
  moved(): boolean;
  onKey(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>): void;
  readonly handlers: {
    onPointerDown(event: Pick<PointerEvent, 'button' | 'target' | 'currentTarget' | 'pointerId' | 'clientX' | 'clientY'>): void;
    onPointerMove(event: Pick<PointerEvent, 'clientX' | 'clientY'>): void;
    onPointerUp(): void;
    onPointerCancel(): void;
  };
}

export function createDrag(dialog: () => HTMLDialogElement | null): Drag {
  let shift: Shift = { x: 0, y: 0 };
  let from: Shift | undefined;
  let moved = false;
  const place = (to: Shift) => {
    const element = dialog();
    if (!element) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const home = { x: left - shift.x, y: top - shift.y };
    shift = clampShift(to, { home, width, height }, { width: innerWidth, height: innerHeight });
    element.style.transform = shift.x || shift.y ? `translate(${shift.x}px, ${shift.y}px)` : '';
  };
  const drop = () => {
    from = undefined;
  };
  return {
    reset() {
      shift = { x: 0, y: 0 };
      const element = dialog();
      if (element) element.style.transform = '';
    },
    // A drag that ends over the backdrop is followed by a click there.
    moved() {
      const was = moved;
      moved = false;
      return was;
    },
    onKey(event) {
      const step = STEPS[event.key];
      if (!step || matchMedia(PHONE).matches) return;
      event.preventDefault();
      place({ x: shift.x + step.x, y: shift.y + step.y });
    },
    handlers: {
      onPointerDown(event) {
        moved = false;
        const onClose = (event.target as Element).closest('button:not([data-grip])');
        if (event.button !== 0 || onClose || matchMedia(PHONE).matches) return;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        from = { x: event.clientX - shift.x, y: event.clientY - shift.y };
      },
      onPointerMove(event) {
        if (!from) return;
        moved = true;
        place({ x: event.clientX - from.x, y: event.clientY - from.y });
      },
      onPointerUp: drop,
      onPointerCancel: drop,
    },
  };
}
