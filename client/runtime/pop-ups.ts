import { whenIdle } from './when-idle.ts';

/** Loads the script of pop-ups when the page has some and is idle. */
export function followPopUps(): void {
  whenIdle(() => document.querySelector('[data-pop-up]') && import('../page/pop-ups/show-pop-ups.ts'));
}
