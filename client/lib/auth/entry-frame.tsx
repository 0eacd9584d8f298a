import type { ReactNode, Ref } from 'react';
import { formAction } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './entry.module.css';
import type { Challenge } from './parts/use-challenge.ts';
import type { FormControl } from './use-form.ts';

export interface EntryFrameProps {
  readonly control: FormControl;
  /** Call that the form makes, also without script. */
  readonly callId: string;
  readonly back: string;
  /** Begins with the first touch of the form, so that it is done when the form is. */
  readonly challenge?: Challenge;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A form about getting in: dimmed and untouchable while its call is under way. */
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
  /** Not yet; the label says until when. */
  readonly blocked?: boolean;
}

/** What is wrong with the whole form, then its button: the eyes are there when it has been pressed. */
export function SubmitPart({ control, label, blocked = false }: SubmitPartProps) {
  const waits = control.busy || blocked;
  return (
    <div className={styles.end}>
      <FormMessage text={control.message} />
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

/** What stands in place of a form that has done its work. */
export function DonePart({ text, children }: { readonly text: string; readonly children: ReactNode }) {
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
