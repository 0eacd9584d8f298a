import type { ClientCall, ValueOf } from '../../../shared/api/client-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { type CallInput, call } from '../../page/call.ts';
import { onModalChange, openModal } from '../../runtime/modals.ts';

const CONFIRMATION_CODES: readonly RefusalCode[] = ['confirmation_required', 'session_idle'];

let pending: ((confirmed: boolean) => void) | null = null;

/**
 * Makes a call that may require a confirmation. If it does, opens the dialog and repeats the call after the
 * confirmation. Without a confirmation it returns the original refusal.
 */
export async function callConfirmed<C extends ClientCall>(definition: C, input: CallInput<C> = {}): Promise<Envelope<ValueOf<C>>> {
  const answer = await call(definition, input);
  if (answer.success || !CONFIRMATION_CODES.includes(answer.code) || !(await requestConfirmation())) return answer;
  return call(definition, input);
}

/** True if a call on this page waits for the confirmation and continues. */
export function resolveConfirmation(): boolean {
  if (!pending) return false;
  pending(true);
  return true;
}

/** Opens the dialog; false when it is closed without a confirmation, or when the page has no dialogs. */
function requestConfirmation(): Promise<boolean> {
  pending?.(false);
  return new Promise((resolve) => {
    const subscription = { now: () => undefined as unknown };
    const finish = (confirmed: boolean) => {
      if (pending === finish) pending = null;
      subscription.now();
      resolve(confirmed);
    };
    pending = finish;
    if (!openModal({ name: 'confirm' })) return finish(false);
    // Another dialog, or none, is open: this one was closed.
    subscription.now = onModalChange(() => finish(false));
  });
}

/** True if the refusal only means that the visitor closed the confirmation dialog; no message is needed. */
export function wasCancelled(answer: Envelope<unknown>): boolean {
  return !answer.success && CONFIRMATION_CODES.includes(answer.code);
}
