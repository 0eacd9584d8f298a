import type { FormView } from '../auth/props.ts';

/** A letter to customer service. `wake="visible"`. */
export interface FeedbackFormProps {
  /** Came back with errors, where there is no script. */
  readonly form: FormView | null;
  /** Path of the page. */
  readonly page: string;
}
