import type { ColumnType, Generated } from 'kysely';

/**
 * Kinds of inbox messages. Texts: `inbox.<template>_title` and `inbox.<template>` in the locale files, filled with `params` and `site`, in
 * the reader's language. Amounts in `params` are formatted; `reasonKey` is a locale key that becomes `reason`.
 */
export const INBOX_TEMPLATES = [
  'deposit_credited',
  'deposit_other_amount',
  'deposit_failed',
  'deposit_part_reversed',
  'deposit_reversed',
  'deposit_returned',
  'deposit_sent_back',
  'payment_suspended',
  'payment_sent_back',
  'payment_taken_back',
  'withdrawal_requested',
  'withdrawal_approved',
  'withdrawal_rejected',
  'withdrawal_paid',
  'withdrawal_reminder',
  'withdrawal_received',
  'withdrawal_dispute',
  'withdrawal_missing',
  'transfer_in',
  'transfer_out',
  'limit_lowered',
  'limit_raise_pending',
  'limit_raise_ready',
  'limit_raised',
  'break_started',
  'break_ended',
  'exclusion_started',
  'payout_account_added',
  'payout_account_removed',
  'payment_password_changed',
  'password_given',
  'adjustment',
  'feedback_answered',
  'contract_requested',
  'contract_accepted',
  'contract_rejected',
  'contract_ended',
  'team_joined',
  'team_left',
  'wage_paid',
  'wages_of_day',
  'hourly_wages_of_day',
  'cashback_claimable',
  'cashback_paid',
  'vip_level',
  'vip_level_down',
  'vip_level_gift',
  'vip_birthday_gift',
  'vip_gift_paid',
  'agent_approved',
  'agent_refused',
  'points_approved',
  'points_rejected',
  'points_adjusted',
  'referral_earned',
  'referral_held',
  'referral_refused',
  'promotion_approved',
  'promotion_rejected',
  'raffle_won',
  'free_rounds_given',
  'free_rounds_given_bonus',
  'free_rounds_withdrawn',
] as const;
export type InboxTemplate = (typeof INBOX_TEMPLATES)[number];

/** Tables of the inbox feature. */
export interface InboxTables {
  inbox_message: {
    id: Generated<string>;
    member_id: string;
    template: InboxTemplate;
    params: ColumnType<Record<string, string | number>, string, never>;
    href: string;
    created_at: Date;
    read_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends InboxTables {}
}
