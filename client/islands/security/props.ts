import type { CountryView, FormView } from '../sign-in/props.ts';

/** Authenticator app and recovery codes. `hydrate="load"`. */
export interface SecurityTotpProps {
  readonly account: string;
  readonly brand: string;
  /** Day of the setup; null while it is off. */
  readonly sinceText: string | null;
  readonly recoveryCodesLeft: number;
  /** The pending setup. */
  readonly setup: { readonly secret: string; readonly uri: string } | null;
  /** The setup was requested, and a confirmation is required first. */
  readonly confirmFirst: boolean;
  /** Set right after a post without script; shown once. */
  readonly codes: readonly string[] | null;
  readonly form: FormView | null;
  /** Path of the page. */
  readonly page: string;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly createdText: string;
  readonly lastUsedText: string | null;
  readonly backedUp: boolean;
}

/** `hydrate="load"`. */
export interface SecurityPasskeysProps {
  readonly passkeys: readonly PasskeyView[];
  readonly maxCount: number;
  readonly form: FormView | null;
  readonly page: string;
}

export interface SessionView {
  readonly id: string;
  readonly current: boolean;
  /** Empty if unknown. */
  readonly device: string;
  /** In the visitor's language. */
  readonly place: string;
  readonly seenText: string;
  readonly createdText: string;
}

/** `hydrate="load"`. */
export interface SecuritySessionsProps {
  readonly sessions: readonly SessionView[];
  readonly form: FormView | null;
  readonly page: string;
}

/** A mobile number or an e-mail address, verified by a code. `hydrate="load"`. */
export interface SecurityContactProps {
  /** Address of the demo's outbox. */
  readonly outbox: string | null;
  readonly channel: 'sms' | 'email';
  /** Masked. */
  readonly current: string | null;
  readonly countries: readonly CountryView[] | null;
  readonly form: FormView | null;
  /** A code has been sent without script. */
  readonly sent: boolean;
  readonly page: string;
}

/** One field of a form about the member; texts are in the visitor's language. */
export interface FormFieldView {
  readonly name: string;
  readonly type: 'text' | 'digits' | 'date' | 'select' | 'tick' | 'hidden';
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly maxLength?: number;
  readonly autoComplete?: string;
  readonly required?: boolean;
  /** Digits that are hidden while typing. */
  readonly secret?: boolean;
  /** Options of a select, in groups. */
  readonly options?: readonly { readonly group: string; readonly options: readonly { readonly value: string; readonly text: string }[] }[];
}

const FORM_CALLS = ['payment.change', 'payout.add', 'profile.update', 'profile.appearance'] as const;
export type FormCall = (typeof FORM_CALLS)[number];

/** A form of one call; after success `done` is loaded. `hydrate="load"`. */
export interface SecurityFormProps {
  readonly call: FormCall;
  readonly title: string;
  readonly text: string;
  readonly fields: readonly FormFieldView[];
  readonly submit: string;
  /** Message about the completed action. */
  readonly doneText: string;
  readonly form: FormView | null;
  /** Path after success; without script also the page that shows a refusal. */
  readonly successPath: string;
}

export interface PayoutView {
  readonly id: string;
  readonly kind: 'BANK' | 'EWALLET';
  readonly name: string;
  readonly masked: string;
  readonly holder: string;
  readonly addedText: string;
  /** Null: the account can be used. */
  readonly coolingText: string | null;
}

/** Accounts for payouts. `hydrate="load"`. */
export interface SecurityPayoutsProps {
  readonly accounts: readonly PayoutView[];
  readonly maxCount: number;
  readonly form: FormView | null;
  readonly page: string;
}

/** Built-in avatars and the member's own picture. `hydrate="load"`. */
export interface SecurityAvatarProps {
  readonly avatarType: 'CUSTOM' | 'STATIC';
  readonly avatar: string;
  readonly icons: readonly { readonly avatar: string; readonly url: string; readonly name: string }[];
  readonly form: FormView | null;
  readonly page: string;
}
