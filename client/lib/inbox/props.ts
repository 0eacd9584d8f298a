import type { FormView } from '../auth/props.ts';

/** A message to customer service. `wake="visible"`. */
export interface FeedbackFormProps {
  /** What it posts: `feedback.send` to platforms that number no messages. */
  readonly call: 'ticket.open' | 'feedback.send';
  readonly maxLength: number;
  /** Came back with errors, where there is no script. */
  readonly form: FormView | null;
  /** Path and query of the page that shows what was sent. */
  readonly back: string;
  /** What a visitor who is not signed in is asked besides. */
  readonly guest: { readonly captcha: { readonly key: string; readonly image: string } } | null;
}
