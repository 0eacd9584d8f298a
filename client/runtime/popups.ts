import { whenIdle } from './when-idle.ts';

/** Loads the script of pop-ups when the page has some and is idle. */
export function followPopups(): void {
  whenIdle(() => document.querySelector('template[data-popup]') && import('../page/popups/show-popups.ts'));
}
