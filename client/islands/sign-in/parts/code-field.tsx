import { type MouseEvent, useRef, useState } from 'react';
import type { Envelope } from '../../../../shared/api/envelope.ts';
import { LOGIN_SMS_THROTTLE_MS } from '../../../../shared/constants.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { clockText } from '../../../../shared/time.ts';
import { problemText } from '../../../page/call.ts';
import { formAction } from '../../../page/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { OutboxNote } from './outbox-note.tsx';
import styles from './parts.module.css';
import { useCountdown } from './use-countdown.ts';
import { useHydrated } from './use-hydrated.ts';
import { Warning } from './warning.tsx';

export interface CodeFieldProps<Value> {
  readonly t: Translate;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  /** Text after the label of a code that is not always required. */
  readonly optional?: string;
  /** Sends a code; null if there is no recipient, in which case the form shows the error. */
  readonly send: () => Promise<Envelope<Value> | null>;
  /** Seconds until another code may be sent. */
  readonly seconds: (value: Value) => number;
  /** Name of the countdown. Forms with the same name share it; default: the name of the field. */
  readonly countdown?: string;
  /** Call of the button without script, to which it posts the form. */
  readonly plainCall?: string;
  /** Address of the demo's outbox. */
  readonly outbox: string | null;
  /** First field of a dialog. */
  readonly first?: boolean;
}

/** A one-time code with its send button. The button is enabled again when its countdown ends. */
export function CodeField<Value>(props: CodeFieldProps<Value>) {
  const { t, name, label, error, optional = '', send, seconds, countdown = name, plainCall, outbox, first } = props;
  const { left, start } = useCountdown(countdown);
  const [{ busy, sent, warning }, setState] = useState({ busy: false, sent: false, warning: null as string | null });
  const input = useRef<HTMLInputElement>(null);
  const lastClick = useRef(Number.NEGATIVE_INFINITY);
  // Without script the button posts the form. With script the enter key must not press it, as it would press a submit
  // button.
  const live = useHydrated();

  async function requestCode(event: MouseEvent): Promise<void> {
    event.preventDefault();
    if (busy || left > 0 || event.timeStamp - lastClick.current < LOGIN_SMS_THROTTLE_MS) return;
    lastClick.current = event.timeStamp;
    setState((before) => ({ ...before, busy: true }));
    const answer = await send();
    if (answer === null) {
      // Nothing was sent, so the next try need not wait.
      lastClick.current = Number.NEGATIVE_INFINITY;
      return setState((before) => ({ ...before, busy: false }));
    }
    if (answer.success) {
      start(seconds(answer.value));
      setState({ busy: false, sent: true, warning: null });
      input.current?.focus();
      return;
    }
    if (answer.code === 'sms_wait') start(Number(answer.params?.seconds) || 0);
    setState({ busy: false, sent: false, warning: problemText(t, answer) });
  }

  return (
    <>
      <div className={styles.code}>
        <Field
          ref={input}
          name={name}
          label={label}
          error={error}
          optional={optional}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          required={!optional}
          data-first={first || undefined}
        />
        <Button
          type={live || !plainCall ? 'button' : 'submit'}
          formAction={live || !plainCall ? undefined : formAction(plainCall)}
          variant="outline"
          busy={busy}
          aria-disabled={busy || left > 0 || undefined}
          onClick={(event) => void requestCode(event)}
        >
          {left > 0 ? t('verify.sendAgainIn', { time: clockText(left) }) : t('verify.sendCode')}
        </Button>
        {/* The seconds on the button are not announced. This region announces the start and the end. */}
        <p className={styles.announce} role="status">
          {!sent ? null : left > 0 ? t('verify.codeSent') : t('verify.codeReady')}
        </p>
      </div>
      <OutboxNote t={t} href={outbox} />
      <Warning t={t} title={t('verify.codeNotSent')} text={warning} onClose={() => setState((before) => ({ ...before, warning: null }))} />
    </>
  );
}
