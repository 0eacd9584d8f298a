import { type FormEvent, useRef, useState } from 'react';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { canSeal, problemText } from '../../page/call.ts';
import type { Challenge, ChallengeProof } from './parts/use-challenge.ts';
import type { FormView } from './props.ts';

export type FieldErrors = Readonly<Record<string, string>>;
export type FormValues = Readonly<Record<string, string>>;

export interface FormOptions<Value> {
  readonly t: Translate;
  /** Result of a post without script. */
  readonly posted: FormView | null;
  /** Errors of the fields; an empty object submits the form. */
  readonly check: (values: FormValues) => FieldErrors | Promise<FieldErrors>;
  /** `proof` is empty without a `challenge`. */
  readonly send: (values: FormValues, proof: ChallengeProof) => Promise<Envelope<Value>>;
  /** If it returns true, the form stays busy until the page is left. */
  readonly onSuccess: (value: Value, values: FormValues) => boolean | Promise<boolean>;
  /** Its solution is sent with the call. A proof is valid once, so every refusal starts a new one. */
  readonly challenge?: Challenge;
}

export interface FormControl {
  readonly busy: boolean;
  readonly message: string;
  /** Code of the refusal that `message` is about; empty: none. */
  readonly code: string;
  readonly errors: FieldErrors;
  readonly values: FormValues;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Validates a field with an error again while it is corrected. */
  readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** Shows errors of fields, as a refused submit does. */
  readonly refuse: (errors: FieldErrors) => void;
}

type Refused = Extract<Envelope<unknown>, { success: false }>;
interface Refusal {
  readonly code?: string;
  readonly message: string;
  readonly errors: FieldErrors;
}

/** Refusals about one field are shown at that field, if the form has it. */
const FIELDS_OF_CODES: Readonly<Partial<Record<RefusalCode, string>>> = {
  captcha_required: 'captcha',
  captcha_wrong: 'captcha',
  code_wrong: 'verificationCode',
  code_missing: 'verificationCode',
  code_expired: 'verificationCode',
  mobile_invalid: 'mobileNum',
  mobile_missing: 'mobileNum',
  username_taken: 'username',
};
const CAPTCHA_CODES: readonly RefusalCode[] = ['captcha_required', 'challenge_required'];

/**
 * A form with uncontrolled fields: validated on submit, then live at the fields with errors. Without Web Crypto (plain
 * HTTP) an encrypted call is impossible, so the form is posted as without script.
 */
export function useForm<Value>({ t, posted, check, send, onSuccess, challenge }: FormOptions<Value>): FormControl {
  const [state, setState] = useState({
    busy: false,
    message: posted?.message ?? '',
    code: posted?.code ?? '',
    errors: posted?.errors ?? {},
  });
  const sending = useRef(false);

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = valuesOf(form);
    const errors = await check(values);
    if (Object.keys(errors).length > 0) return show({ message: '', errors }, form);
    if (!canSeal()) return form.submit();
    setState({ busy: true, message: '', code: '', errors: {} });
    const answer = await send(values, (await challenge?.proof()) ?? {});
    if (answer.success) {
      if (!(await onSuccess(answer.value, values))) setState({ busy: false, message: '', code: '', errors: {} });
      return;
    }
    if (challenge) renewChallenge(challenge, answer);
    show(placeRefusal(form, t, answer, challenge !== undefined), form);
  }

  function show({ code = '', message, errors }: Refusal, form?: HTMLFormElement): void {
    setState({ busy: false, message, code, errors });
    // A new captcha field must be rendered first.
    if (form) requestAnimationFrame(() => focusFirst(form, errors));
  }

  return {
    ...state,
    values: posted?.values ?? {},
    onSubmit(event) {
      event.preventDefault();
      if (sending.current) return;
      sending.current = true;
      void submit(event.currentTarget).finally(() => {
        sending.current = false;
      });
    },
    onInput(event) {
      const { name } = event.target as HTMLInputElement;
      const form = event.currentTarget;
      if (!(name in state.errors)) return;
      void Promise.resolve(check(valuesOf(form))).then((errors) =>
        setState((before) => {
          const { [name]: _, ...others } = before.errors;
          const text = errors[name];
          return { ...before, errors: text ? { ...others, [name]: text } : others };
        }),
      );
    },
    refuse: (errors) => show({ message: '', errors }),
  };
}

/** Text of a refusal, assigned to its fields or to the whole form. */
function placeRefusal(form: HTMLFormElement, t: Translate, answer: Refused, hasChallenge: boolean): Refusal {
  const errors = Object.entries(answer.errors ?? {}).map(([field, error]) => [field, error.message] as const);
  if (errors.length > 0) return { message: '', errors: Object.fromEntries(errors) };
  const text = problemText(t, answer);
  const field = FIELDS_OF_CODES[answer.code];
  // The captcha field may be added by this refusal.
  const isThere = field === 'captcha' ? hasChallenge : field !== undefined && form.elements.namedItem(field) !== null;
  return field && isThere ? { message: '', errors: { [field]: text } } : { code: answer.code, message: text, errors: {} };
}

/**
 * Called when a call has used its proof: starts a new challenge, and shows an image captcha if the platform requires
 * one.
 */
export function renewChallenge(challenge: Challenge, answer: Envelope<unknown>): void {
  challenge.reset();
  if (answer.success || challenge.captchaRequired) return;
  if (answer.captcha || CAPTCHA_CODES.includes(answer.code)) challenge.requireCaptcha();
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const first = [...form.elements].find((field) => (field as HTMLInputElement).name in errors);
  (first as HTMLElement | undefined)?.focus();
}

/** Values of a form, trimmed. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''] as const);
  return Object.fromEntries(entries);
}
