import { atom } from 'nanostores';
import { roundHeld } from './balance/round-hold.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'error';
  readonly text: string;
}

const MAX_TOASTS = 4;
let last = 0;

export const toasts = atom<readonly Toast[]>([]);

let waiting: readonly Pick<Toast, 'kind' | 'text'>[] = [];
roundHeld.listen((held) => {
  if (held) return;
  const due = waiting;
  waiting = [];
  for (const { kind, text } of due) toast(kind, text);
});

/**
 * Shows a message. Errors stay until dismissed; other messages close after a few seconds. While a game plays a round,
 * only errors are shown.
 */
export function toast(kind: Toast['kind'], text: string): void {
  if (kind !== 'error' && roundHeld.get()) {
    waiting = [...waiting, { kind, text }];
    return;
  }
  last += 1;
  toasts.set([...toasts.get(), { id: last, kind, text }].slice(-MAX_TOASTS));
  const host = document.querySelector<HTMLElement & { hydrate?(): void }>('lagoon-island[name="toast-host"]');
  host?.hydrate?.();
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
