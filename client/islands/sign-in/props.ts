import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { Banner } from '../../../shared/api/publishing/schemas.ts';
import type { RegisterSettings } from '../../../shared/api/register/schemas.ts';
import type { sessionState } from '../../../shared/api/session/calls.ts';
import type { PendingValue } from '../../../shared/api/sign-in/schemas.ts';

/** Result of a form posted without script; same shape as `FormState` of the portal. */
export interface FormView {
  /** `Call.id` of the form. */
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Reason of the refusal; empty if a code was sent and the form now asks for it. */
  readonly code: string;
}

/** Sign-in and registration dialogs. Each has an address (`/login?view=forgot`), so each works without script. */
export const ENTRY_VIEWS = ['login', 'register', 'forgot', 'reset', 'step', 'social', 'change-password', 'confirm'] as const;

export type EntryView = (typeof ENTRY_VIEWS)[number];

export type ModalName =
  | EntryView
  | 'sign-out'
  | 'notice'
  | 'message'
  | 'game-popup'
  | 'chat-room'
  | 'true-account'
  | 'free-play'
  | 'loading';

/** Tabs of the entry dialogs (`?tab=`). */
export type EntryTab = 'username' | 'mobile' | 'sms' | 'code' | 'email' | 'phone';

export interface CountryView {
  readonly countryCode: string;
  readonly countryDialingCode: string;
  /** In the visitor's language. */
  readonly name: string;
}

/** Second step of a sign-in, without its ticket. */
export type StepView = Omit<PendingValue['verification'], 'ticket'>;

/** What reactivates or confirms the session. */
export type ConfirmView = Pick<ValueOf<typeof sessionState>, 'account' | 'idle' | 'methods'>;

/**
 * Rendered once per page, outside every element with a stacking context. Contains nothing personal.
 * `hydrate="interaction"`, or `load` if `open` is set.
 */
export interface ModalHostProps {
  /** Rendered open by the server: `/login`, `/register`, `/login?view=forgot`. */
  readonly open: EntryView | null;
  readonly tab: EntryTab | null;
  /** Feature switches of the merchant (`system.whitelabel`). */
  readonly features: Readonly<Record<string, boolean>>;
  /** Same-site path after sign-in; null: stay on the page. */
  readonly next: string | null;
  readonly form: FormView | null;
  /** Step completed without script: a message or code was sent, or a password was reset. */
  readonly done: 'sent' | 'reset' | null;
  /** Enabled fields only. */
  readonly register: RegisterSettings;
  readonly referralCode: string;
  /** From the address (`?recommenderId=`): the member who recommends the site. */
  readonly recommenderId: string;
  /** From the address (`?affiliateCode=`); checked when the registration opens. */
  readonly affiliateCode: string;
  /** From the link of a forgot-password message; empty if the code of the message is typed. */
  readonly resetTicket: string;
  /** Set only if the server renders an open form with a mobile number; scripts load the list. */
  readonly countries: readonly CountryView[] | null;
  /** Replaces a challenge without script, after a refusal that requires one. PNG as base64. */
  readonly captcha: { readonly key: string; readonly image: string } | null;
  /** Address of the demo's outbox; null if messages are sent. */
  readonly outbox: string | null;
  readonly step: StepView | null;
  readonly confirm: ConfirmView | null;
  /** A new password is required first: `/login?view=change-password` cannot be left for the site. */
  readonly mustChange?: boolean;
  /** Null if the merchant has published no terms: only the age is confirmed. */
  readonly termsHref: string | null;
  /** Pictures next to the sign-in and registration forms, on wide screens. */
  readonly banners: { readonly login: EntryBanner | null; readonly register: EntryBanner | null };
}

export type EntryBanner = Pick<Banner, 'title' | 'text' | 'imageUrl' | 'tone'>;
