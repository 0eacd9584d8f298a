import { BALANCE, MENU_SIDE, mark } from '../runtime/privacy.ts';

/** Choices of `client/runtime/privacy.ts`, stored on this device. The loader only reads them. */
export const setPrivate = (on: boolean) => store(BALANCE, on);
export const setMenuAtEnd = (on: boolean) => store(MENU_SIDE, on);

function store(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, on ? '1' : '0');
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
  mark(key, on);
}
