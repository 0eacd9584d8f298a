import type { ReactNode, Ref } from 'react';
import { formAction } from '../../page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './entry.module.css';
import type { Challenge } from './parts/use-challenge.ts';
import type { FormControl } from './use-form.ts';

export interface EntryFrameProps {
  readonly control: FormControl;
  /** Call of the form, also used without script. */
  readonly callId: string;
  readonly back: string;
  /** Starts at the first focus in the form, so that it is solved before the submit. */
  readonly challenge?: Challenge;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** Frame of a sign-in or registration form; inert while its call is pending. */
export function EntryFrame({ control, callId, back, challenge, ref, children }: EntryFrameProps) {
  return (
    <form
      ref={ref}
      className={styles.form}
      method="post"
      action={formAction(callId)}
      noValidate
      aria-busy={control.busy}
      onSubmit={control.onSubmit}
      onInput={control.onInput}
      onFocus={challenge?.begin}
    >
      <input type="hidden" name="back" value={back} />
      {children}
    </form>
  );
}

interface SubmitPartProps {
  readonly control: FormControl;
  readonly label: string;
  /** The button is disabled; its label says until when. */
  readonly blocked?: boolean;
  /** After the error of the form. */
  readonly children?: ReactNode;
}

/** Errors of the whole form are above its button, where the visitor sees them after pressing it. */
export function SubmitPart({ control, label, blocked = false, children }: SubmitPartProps) {
  const waits = control.busy || blocked;
  return (
    <div className={styles.end}>
      <FormMessage text={control.message} />
      {children}
      <Button
        type="submit"
        variant="primary"
        wide
        busy={control.busy}
        aria-disabled={waits || undefined}
        onClick={blocked ? prevent : undefined}
      >
        {label}
      </Button>
    </div>
  );
}

/** Replaces a form after success. */
export function SuccessPart({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={styles.done}>
      <Icon name="circle-check" />
      <p role="status">{text}</p>
      {children}
    </div>
  );
}

function prevent(event: { preventDefault(): void }): void {
  event.preventDefault();
}
