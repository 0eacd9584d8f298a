import { atom } from 'nanostores';

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'error';
  readonly text: string;
}

const MOST = 4;
let last = 0;

export const toasts = atom<readonly Toast[]>([]);

/** Says what has been done. Errors stay until they are dismissed, everything else goes by itself once it has been there to read. */
export function toast(kind: Toast['kind'], text: string): void {
  last += 1;
  toasts.set([...toasts.get(), { id: last, kind, text }].slice(-MOST));
  const host = document.querySelector<HTMLElement & { wake?(): void }>('lagoon-island[name="toast-host"]');
  host?.wake?.();
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
