const KEY = 'lagoon.sound';

/** Whether the player wants the sound of games on this device; a game has an opaque origin and cannot store it. */
export function wantsSound(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}

export function setSound(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: the choice applies to the open game only.
  }
}
