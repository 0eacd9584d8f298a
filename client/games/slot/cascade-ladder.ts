import type { SlotTable } from '../../../shared/games/slot/table.ts';
import { h } from '../lib/dom.ts';

export interface Ladder {
  /** Undefined for slots without cascades. */
  readonly element: HTMLElement | undefined;
  /** Highlights the multiplier of the step with this index. */
  show(step: number): void;
}

/** The multipliers of a cascade, the current one highlighted. */
export function createLadder({ base }: SlotTable): Ladder {
  const steps = (base.ladder ?? []).map((multiplier) => h('li', { class: 'ladder-step' }, `×${multiplier}`));
  if (steps.length < 2) return { element: undefined, show() {} };
  const show = (step: number) => {
    const now = Math.min(step, steps.length - 1);
    for (const [index, element] of steps.entries()) element.classList.toggle('now', index === now);
  };
  show(0);
  return { element: h('ol', { class: 'cascade-ladder', 'aria-hidden': 'true' }, ...steps), show };
}
