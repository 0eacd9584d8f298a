import type { FormView } from '../sign-in/props.ts';

/** A message to customer service. `hydrate="visible"`. */
export interface FeedbackFormProps {
  /** The posted call: `feedback.send` for platforms without message numbers. */
  readonly call: 'ticket.open' | 'feedback.send';
  readonly maxLength: number;
  /** The form refused without script. */
  readonly form: FormView | null;
  /** Path and query of the page that lists the sent messages. */
  readonly back: string;
  /** Extra fields for a visitor who is not signed in. */
  readonly guest: { readonly captcha: { readonly key: string; readonly image: string } } | null;
}
