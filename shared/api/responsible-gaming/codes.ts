/** Limits, breaks and reality checks that refuse a stake or a deposit. */
export const PROTECTION_CODES = [
  'limit_reached',
  'limit_exceeded',
  'session_limit_reached',
  'time_out',
  'self_excluded',
  'self_excluded_open',
  'account_held',
  'free_play_closed',
  'review_decided',
  'reality_check_due',
  'round_too_soon',
  'limit_invalid',
  'limit_minutes_invalid',
  'limit_not_pending',
  'limit_too_soon',
  'break_running',
] as const;
