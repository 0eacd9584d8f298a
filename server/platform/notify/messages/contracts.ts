import type { Executor } from '../../base/db/index.ts';

/**
 * Texts in the locale files: `messages.<template>` for SMS, `messages.<template>_subject` and `messages.<template>_mail` for e-mail.
 * Parameters: `code` and `minutes` for codes; `link`, `code` and `minutes` for `reset_link`; `amount` as on screen for notices about money;
 * `account` for notices about payout accounts; none for others. The site name is added automatically.
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
  'agent_approved',
  'agent_refused',
] as const;
export type MessageTemplate = (typeof MESSAGE_TEMPLATES)[number];

export interface OutgoingMessage {
  readonly memberId: string | null;
  readonly channel: 'sms' | 'email';
  /** E.164 number or e-mail address. */
  readonly to: string;
  readonly template: MessageTemplate;
  readonly params: Readonly<Record<string, string | number>>;
  /** Wire code of the language. */
  readonly language: string;
}

/** A message for the outbox page. */
export interface OutboxMessage extends Omit<OutgoingMessage, 'params'> {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
  /** In a demo without a service, the time at which it was stored. */
  readonly sentAt: string | null;
  /** Cause of the last failure ("http 503", or `NO_SERVICE`), without text or recipient. */
  readonly failure: string | null;
  /** Tries to send it. */
  readonly attempts: number;
}

/** Failure of a message for whose channel the house has no service. */
export const NO_SERVICE = 'no service';

export interface Messages {
  /**
   * Stores the message in the caller's transaction; the outbox job sends it after the commit. `deliver` false: the same work without a
   * message, for recipients that no member has.
   */
  post(executor: Executor, message: OutgoingMessage, deliver?: boolean): Promise<void>;
  /** Sends to the member's verified e-mail address, otherwise to the verified number; nothing without either. */
  notify(executor: Executor, memberId: string, template: MessageTemplate, params?: OutgoingMessage['params']): Promise<void>;
  /** False if the house has no service for the channel. A demo shows its messages in the console instead. */
  reaches(executor: Executor, channel: OutgoingMessage['channel']): Promise<boolean>;
  /** Sends due messages. */
  flush(): Promise<void>;
  /** The newest messages, for the console and for the admin port on loopback. Their codes are legible in a demo only. */
  recent(limit: number): Promise<readonly OutboxMessage[]>;
  sweep(): Promise<void>;
}
