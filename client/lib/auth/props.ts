import type { Banner } from '../../../shared/api/content-calls.ts';
import type { ValueOf } from '../../../shared/api/define-call.ts';
import type { RegisterSettings } from '../../../shared/api/register-calls.ts';
import type { sessionState } from '../../../shared/api/session-calls.ts';
import type { PendingValue } from '../../../shared/api/sign-in-calls.ts';

/** What a form posted without script came back with; same shape as `FormState` of the portal. */
export interface FormView {
  /** `Call.id` of the form. */
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Why it was refused; empty when it was not: then a code has been sent, and the form asks for it. */
  readonly code: string;
}

/** Dialogs about getting in; each has an address (`/login?view=forgot`), so each works without script. */
export const ENTRY_VIEWS = ['login', 'register', 'forgot', 'reset', 'step', 'social', 'change-password', 'confirm'] as const;

export type EntryView = (typeof ENTRY_VIEWS)[number];

export type ModalName =
  | EntryView
  | 'sign-out'
  | 'notice'
  | 'popup'
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

/** The second step of a sign-in, without its ticket. */
export type StepView = Omit<PendingValue['verification'], 'ticket'>;

/** What wakes or confirms the session. */
export type ConfirmView = Pick<ValueOf<typeof sessionState>, 'account' | 'idle' | 'methods'>;

/** Once per page, outside every other element with a stacking context. Holds nothing personal. `wake="interaction"`, `load` when `open` is set. */
export interface ModalHostProps {
  /** Rendered open by the server: `/login`, `/register`, `/login?view=forgot`. */
  readonly open: EntryView | null;
  readonly tab: EntryTab | null;
  /** Switches of the merchant (`system.whitelabel`). */
  readonly features: Readonly<Record<string, boolean>>;
  /** Same-site path to go on to after sign-in, null: stay on the page. */
  readonly next: string | null;
  readonly form: FormView | null;
  /** What has just been done without script: a message or a code was sent, a password was set anew. */
  readonly done: 'sent' | 'reset' | null;
  /** Only enabled fields. */
  readonly register: RegisterSettings;
  readonly referralCode: string;
  /** From the address (`?affiliateCode=`); checked when the registration opens. */
  readonly affiliateCode: string;
  /** Of the link in a forgot-password message; empty for the code of the message. */
  readonly resetTicket: string;
  /** Only where the server renders a form with a mobile number open; scripts ask for the list themselves. */
  readonly countries: readonly CountryView[] | null;
  /** The way past a challenge without script: after a refusal that asks for one. PNG as base64. */
  readonly captcha: { readonly key: string; readonly image: string } | null;
  /** Where messages of the demo can be read; none where they are sent. */
  readonly outbox?: string | null;
  readonly step: StepView | null;
  readonly confirm: ConfirmView | null;
  /** A new password must be chosen before anything else: `/login?view=change-password` cannot be left for the site. */
  readonly mustChange?: boolean;
  readonly termsHref: string;
  /** Pictures beside the forms of sign-in and registration, where there is room. */
  readonly banners: { readonly login: EntryBanner | null; readonly register: EntryBanner | null };
}

export type EntryBanner = Pick<Banner, 'title' | 'text' | 'imageUrl' | 'tone'>;
