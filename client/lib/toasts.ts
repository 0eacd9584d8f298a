import { atom } from 'nanostores';

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'error';
  readonly text: string;
}

const MOST = 4;
const SHOWN_MS = 6_000;
let last = 0;

export const toasts = atom<readonly Toast[]>([]);

/** Says what has been done. Errors stay until they are dismissed, everything else goes by itself. */
export function toast(kind: Toast['kind'], text: string): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get(), { id, kind, text }].slice(-MOST));
  if (kind !== 'error') setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
