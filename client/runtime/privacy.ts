const KEY = 'hideBalance';

/**
 * "Hide my balance", remembered on this device. The mark on `<html>` hides every amount under `[data-private]` on all
 * screens, live or not.
 */
export function isPrivate(): boolean {
  return stored() === '1';
}

export function setPrivate(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? '1' : '0');
  } catch {
    // Storage may be closed to this page: the choice then lasts for this page only.
  }
  mark(on);
}

export function showPrivacy(): void {
  mark(isPrivate());
  addEventListener('storage', (event) => {
    if (event.key === KEY) mark(isPrivate());
  });
}

function mark(on: boolean): void {
  document.documentElement.toggleAttribute('data-hide-balance', on);
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
