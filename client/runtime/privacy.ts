const BALANCE = 'hideBalance';
const MENU_SIDE = 'menuAtEnd';

/**
 * "Hide my balance", stored on this device. The attribute on `<html>` hides every amount under `[data-private]` on all
 * pages, hydrated or not.
 */
export const isPrivate = () => stored(BALANCE);
export const setPrivate = (on: boolean) => store(BALANCE, on);

/** "The side menu opens from the other side", also stored on this device. */
export const isMenuAtEnd = () => stored(MENU_SIDE);
export const setMenuAtEnd = (on: boolean) => store(MENU_SIDE, on);

export function showPrivacy(): void {
  const show = () => {
    mark(BALANCE, isPrivate());
    mark(MENU_SIDE, isMenuAtEnd());
  };
  show();
  addEventListener('storage', show);
}

function store(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, on ? '1' : '0');
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
  mark(key, on);
}

/** `hideBalance` becomes `data-hide-balance`. */
function mark(key: string, on: boolean): void {
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
