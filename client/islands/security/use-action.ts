import { useRef, useState } from 'react';
import type { ClientCall, ValueOf } from '../../../shared/api/client-call.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type CallInput, problemText } from '../../page/call.ts';
import { callConfirmed, wasCancelled } from '../sign-in/call-confirmed.ts';

/** Locale keys of network and throttle errors. */
export const ACTION_TEXTS = ['errors.too_many_requests', 'errors.upstream_unavailable', 'errors.maybe_booked'] as const;

export interface Action {
  readonly busy: boolean;
  readonly problem: string;
  /** Makes one call at a time. A cancelled confirmation changes nothing. */
  run<C extends ClientCall>(definition: C, input: CallInput<C>, onSuccess: (value: ValueOf<C>) => void): void;
}

/** State of a button that changes the account's protection. */
export function useAction(t: Translate, posted = ''): Action {
  const [state, setState] = useState({ busy: false, problem: posted });
  const running = useRef(false);
  return {
    ...state,
    run(definition, input, onSuccess) {
      if (running.current) return;
      running.current = true;
      setState({ busy: true, problem: '' });
      void callConfirmed(definition, input).then((answer) => {
        running.current = false;
        setState({
          busy: false,
          problem:
            answer.success || wasCancelled(answer) ? '' : problemText(t, answer, definition.movesMoney ? 'errors.maybe_booked' : undefined),
        });
        if (answer.success) onSuccess(answer.value);
      });
    },
  };
}
