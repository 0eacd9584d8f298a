export const BALANCE = 'hideBalance';
export const MENU_SIDE = 'menuAtEnd';

/**
 * "Hide my balance", stored on this device. The attribute on `<html>` hides every amount under `[data-private]` on all
 * pages, hydrated or not.
 */
export const isPrivate = () => stored(BALANCE);

/** "The side menu opens from the other side", also stored on this device. */
export const isMenuAtEnd = () => stored(MENU_SIDE);

export function showPrivacy(): void {
  const show = () => {
    for (const key of [BALANCE, MENU_SIDE]) mark(key, stored(key));
  };
  show();
  addEventListener('storage', show);
}

/** `hideBalance` becomes `data-hide-balance`. */
export function mark(key: string, on: boolean): void {
  const { dataset } = document.documentElement;
  if (on) dataset[key] = '';
  else delete dataset[key];
}

function stored(key: string): boolean {
  try {
    return localStorage.getItem(key) === '1';
  } catch {
    return false;
  }
}
