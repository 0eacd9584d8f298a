import type { Executor } from '../db/database.ts';

/**
 * Texts in the locale files: `messages.<template>` for SMS, `messages.<template>_subject` and `messages.<template>_mail` for
 * e-mail. Parameters: `code` and `minutes` for codes, `link`, `code` and `minutes` for `reset_link`, `amount` as on screen
 * for notices about money, `account` where one for payouts is added or removed, none for the others.
 * The name of the site comes by itself.
 */
export const MESSAGE_TEMPLATES = [
  'code_login',
  'code_register',
  'code_reset',
  'code_step',
  'code_contact',
  'code_account',
  'reset_link',
  'password_changed',
  'new_device',
  'recovery_renewed',
  'factor_added',
  'factor_removed',
  'contact_changed',
  'withdrawal_requested',
  'withdrawal_paid',
  'payment_password_changed',
  'payout_account_added',
  'payout_account_removed',
  'profile_changed',
] as const;
export type MessageTemplate = (typeof MESSAGE_TEMPLATES)[number];

export interface OutgoingMessage {
  readonly memberId: string | null;
  readonly channel: 'sms' | 'email';
  /** E.164 number or e-mail address. */
  readonly to: string;
  readonly template: MessageTemplate;
  readonly params: Readonly<Record<string, string | number>>;
  /** Language code on the wire. */
  readonly language: string;
}

/** A message as the outbox shows it. */
export interface ShownMessage extends Omit<OutgoingMessage, 'params'> {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
  /** Without a provider a message counts as delivered once it is stored. */
  readonly sentAt: string | null;
  /** Why the last try failed ("http 503"); never a text or a recipient. */
  readonly failure: string | null;
}

export interface Messages {
  /**
   * Written in the caller's transaction, sent after it by the job that empties the outbox. `deliver` false: the same work
   * without a message, for recipients that nobody has.
   */
  post(executor: Executor, message: OutgoingMessage, deliver?: boolean): Promise<void>;
  /** Tells a member by the verified e-mail address, else by SMS to the verified number; nothing where there is neither. */
  tell(executor: Executor, memberId: string, template: MessageTemplate, params?: OutgoingMessage['params']): Promise<void>;
  /** Sends what waits. */
  flush(): Promise<void>;
  /** The newest messages, for the loopback-only admin port. */
  recent(limit: number): Promise<readonly ShownMessage[]>;
  sweep(): Promise<void>;
}
