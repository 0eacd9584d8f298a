import type { EntryTab, ModalName, StepView } from '../lib/auth/props.ts';
import type { PopupView } from '../lib/notices/props.ts';

/** What to show. `next`: same-site path to go on to after sign-in. The texts are for the `message` dialog. */
export interface ModalRequest {
  readonly name: ModalName;
  readonly next?: string;
  readonly tab?: EntryTab;
  /** What the second step of the sign-in that has just been made may be. */
  readonly step?: StepView;
  /** There is no way around what it asks for: it cannot be closed. */
  readonly forced?: boolean;
  readonly message?: MessageRequest;
  /** The vendor whose games the `game-popup` lists. */
  readonly vassalage?: string;
  readonly vendorName?: string;
  /** What the `popup` shows: the one at `position` (from 1) of `count`. */
  readonly popup?: PopupView & { readonly position: number; readonly count: number };
}
export interface MessageRequest {
  readonly icon?: 'info' | 'triangle-alert' | 'circle-check' | 'circle-x';
  readonly title: string;
  readonly text?: string;
  /** From the server, which has cleaned it. */
  readonly html?: string;
  /** Closes when the cover beside it is clicked; it does unless this says no. */
  readonly coverClose?: boolean;
  /** Closes by itself after so many milliseconds. */
  readonly timeoutMs?: number;
  /** The first is the main one. Without any there is one that closes. */
  readonly buttons?: readonly { readonly label: string; readonly href?: string; readonly modal?: ModalName }[];
}

let current: ModalRequest | null = null;
const listeners = new Set<() => void>();

/** Opens a modal by name; false when the page has no modal host, so the caller lets the link go its way. */
export function openModal(request: ModalRequest): boolean {
  const host = document.querySelector<HTMLElement & { wake?(): void }>('lagoon-island[name="modal-host"]');
  if (!host) return false;
  show(request);
  host.wake?.();
  return true;
}

export function closeModal(): void {
  show(null);
}

export function currentModal(): ModalRequest | null {
  return current;
}

export function onModalChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(request: ModalRequest | null): void {
  current = request;
  for (const listener of listeners) listener();
}
