import type { EntryTab, FormView, ModalName, StepView } from '../islands/sign-in/props.ts';

/** Dialog to open. `next`: same-site path after sign-in. The texts are for the dialogs `message` and `loading`. */
export interface ModalRequest {
  readonly name: ModalName;
  readonly next?: string;
  readonly tab?: EntryTab;
  /** Refused form that the dialog continues. */
  readonly form?: FormView;
  /** Second step of the current sign-in. */
  readonly step?: StepView;
  /** The action is required: the dialog cannot be closed. */
  readonly forced?: boolean;
  /** A forced change of password needs the old one. */
  readonly oldPassword?: boolean;
  readonly message?: MessageRequest;
  /** The visitor has already chosen what the dialog offers: it starts without another click. */
  readonly begin?: boolean;
  /** The vendor of the `game-popup`. */
  readonly vassalage?: string;
  readonly vendorName?: string;
}
export interface MessageRequest {
  readonly icon?: 'info' | 'triangle-alert' | 'circle-check' | 'circle-x';
  readonly title: string;
  readonly text?: string;
  /** Sanitised by the server. */
  readonly html?: string;
  /** Closes on a click outside; default: true. */
  readonly coverClose?: boolean;
  /** Closes after this many milliseconds. */
  readonly timeoutMs?: number;
  /** The first is the primary button. Without any, a close button is shown. */
  readonly buttons?: readonly { readonly label: string; readonly href?: string; readonly modal?: ModalName }[];
}

let current: ModalRequest | null = null;
const claims = new Map<ModalName, () => void>();
const listeners = new Set<() => void>();

/** A part of the page shows what the modal of this name would show, in a place of its own. Returns how to stop. */
export function claimModal(name: ModalName, open: () => void): () => void {
  claims.set(name, open);
  return () => void claims.delete(name);
}

/** Opens a modal by name; false if the page has no modal host, so that the caller follows the link. */
export function openModal(request: ModalRequest): boolean {
  const claim = claims.get(request.name);
  if (claim) {
    claim();
    return true;
  }
  const host = document.querySelector<HTMLElement & { hydrate?(): void }>('lagoon-island[name="modal-host"]');
  if (!host) return false;
  show(request);
  host.hydrate?.();
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
