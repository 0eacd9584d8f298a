import { button, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

/**
 * On a phone the bar with the slip is one line, `summary` and the button of the order, so that it does not cover the numbers. This button opens it
 * as a sheet above them; a touch outside and Escape close it. Wider screens have the whole bar and no button (`sheet.css`).
 */
export function createSlipSheet({ t }: Pick<GameContext, 't'>, summary: HTMLElement): { readonly element: HTMLElement; close(): void } {
  const toggle = button(h('b', {}, t('studio.lotto_slip_name')), { class: 'lotto-sheet', 'aria-expanded': 'false' }, () => open(!isOpen()));
  toggle.append(summary);
  const bar = () => toggle.closest('.bar');
  const isOpen = () => toggle.ariaExpanded === 'true';
  function open(on: boolean): void {
    toggle.ariaExpanded = String(on);
    bar()?.classList.toggle('open', on);
  }
  document.addEventListener('pointerdown', ({ target }) => {
    if (isOpen() && target instanceof Node && !bar()?.contains(target)) open(false);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    open(false);
    toggle.focus();
  });
  return { element: toggle, close: () => open(false) };
}
