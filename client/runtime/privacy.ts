const BALANCE = 'hideBalance';
const SIDE = 'menuAtEnd';

/**
 * "Hide my balance", remembered on this device. The mark on `<html>` hides every amount under `[data-private]` on all
 * screens, live or not.
 */
export const isPrivate = () => stored(BALANCE);
export const setPrivate = (on: boolean) => keep(BALANCE, on);

/** "The side menu comes from the other side", remembered on this device as well. */
export const isMenuAtEnd = () => stored(SIDE);
export const setMenuAtEnd = (on: boolean) => keep(SIDE, on);

export function showPrivacy(): void {
  const show = () => {
    for (const key of [BALANCE, SIDE]) mark(key, stored(key));
  };
  show();
  addEventListener('storage', show);
}

function keep(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, on ? '1' : '0');
  } catch {
    // Storage may be closed to this page: the choice then lasts for this page only.
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
