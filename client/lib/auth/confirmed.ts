import type { AnyCall, ValueOf } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { onModalChange, openModal } from '../../runtime/modals.ts';
import { type CallInput, call } from '../call.ts';

const ASKS_FOR_FACTOR: readonly RefusalCode[] = ['confirmation_required', 'session_idle'];

let settle: ((confirmed: boolean) => void) | null = null;

/**
 * Makes a call that may require a confirmation. If it does, opens the dialog and repeats the call after the
 * confirmation. Without a confirmation it returns the original refusal.
 */
export async function callConfirmed<C extends AnyCall>(definition: C, input: CallInput<C> = {}): Promise<Envelope<ValueOf<C>>> {
  const answer = await call(definition, input);
  if (answer.success || !ASKS_FOR_FACTOR.includes(answer.code) || !(await askForFactor())) return answer;
  return call(definition, input);
}

/** True if a call on this page waits for the confirmation and continues. */
export function tellConfirmed(): boolean {
  if (!settle) return false;
  settle(true);
  return true;
}

/** Opens the dialog; false when it is closed without a confirmation, or when the page has no dialogs. */
function askForFactor(): Promise<boolean> {
  settle?.(false);
  return new Promise((resolve) => {
    const leave = { now: () => undefined as unknown };
    const finish = (confirmed: boolean) => {
      if (settle === finish) settle = null;
      leave.now();
      resolve(confirmed);
    };
    settle = finish;
    if (!openModal({ name: 'confirm' })) return finish(false);
    // Another dialog, or none, is open: this one was closed.
    leave.now = onModalChange(() => finish(false));
  });
}

/** True if the refusal only means that the visitor closed the confirmation dialog; no message is needed. */
export function wasCancelled(answer: Envelope<unknown>): boolean {
  return !answer.success && ASKS_FOR_FACTOR.includes(answer.code);
}
