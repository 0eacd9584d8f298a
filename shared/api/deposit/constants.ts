/** Payment methods. Each is a provider with the same interface (`server/platform/money/deposit/providers`). */
export const DEPOSIT_KINDS = ['BANK', 'QR', 'E_WALLET', 'VOUCHER'] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];

/**
 * `pending`: awaits the payment. `checking`: the member has reported the payment. `credited`: in the balance. `failed`,
 * `expired`, `cancelled`: no payment; a late payment is still credited. `reversed`: credited, then reversed by the
 * payment method; `part_reversed`: partly reversed. `returned`: the payment arrived while no deposit was allowed and
 * will be sent back; `sent_back`: it has been sent back.
 */
export const DEPOSIT_STATUSES = [
  'pending',
  'checking',
  'credited',
  'failed',
  'expired',
  'cancelled',
  'part_reversed',
  'reversed',
  'returned',
  'sent_back',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Reason of a deposit's status; texts are `deposit.reason_<code>`. */
export const DEPOSIT_REASONS = [
  'declined',
  'rejected',
  'amount_differs',
  'other_amount',
  'limit_reached',
  'limit_exceeded',
  'time_out',
  'self_excluded',
  'self_excluded_open',
  'account_held',
  'reality_check_due',
  'session_limit_reached',
  'charged_back',
] as const;
export type DepositReason = (typeof DEPOSIT_REASONS)[number];

export const PROOF_RULES = ['none', 'optional', 'required'] as const;
