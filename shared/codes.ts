/**
 * Closed lists of refusal codes. A code is permanent because clients and operators depend on it. Its text is the locale
 * key `errors.<code>`; the platform responds with that text in the visitor's language.
 */
export const SYSTEM_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'not_offered',
  'request_refused',
  'done_unread',
  'method_not_allowed',
  'body_too_large',
  'too_many_requests',
  'csrf_failed',
  'payload_invalid',
  'payload_expired',
  'payload_replayed',
  'upstream_unavailable',
  'upstream_timeout',
  'system_error',
  'maintenance',
  'clocks_differ',
  'region_restricted',
  'domain_invalid',
] as const;

export const ACCOUNT_CODES = [
  'wrong_credentials',
  'invalid_fields',
  'username_taken',
  'not_logged_in',
  'in_need_true_account',
  'not_member',
  'not_agent',
  'terms_required',
  'registration_closed',
  'old_password_wrong',
  'password_change_required',
  'session_idle',
  'confirmation_required',
  'confirmation_failed',
  'step_failed',
  'step_expired',
  'session_not_found',
  'sign_in_method_off',
  'affiliate_invalid',
  'user_or_email_unknown',
  'reset_link_invalid',
  'totp_already_on',
  'totp_not_started',
  'passkey_invalid',
  'passkey_unknown',
  'passkey_limit',
  'factor_locked',
  'contact_taken',
  'social_login_failed',
  'popup_closed',
  'server_busy',
] as const;

/** Codes, challenges and the phone service. */
export const VERIFICATION_CODES = [
  'challenge_required',
  'challenge_failed',
  'captcha_required',
  'captcha_wrong',
  'code_wrong',
  'code_missing',
  'code_expired',
  'sms_wait',
  'sms_too_many',
  'sms_unavailable',
  'mobile_invalid',
  'mobile_missing',
  'mobile_country_closed',
  'phone_captcha_failed',
  'phone_quota',
  'phone_not_enabled',
  'phone_unknown_error',
] as const;

/** Codes of one field, in `errors` of the envelope. The parameters (min, max) are part of the text. */
export const FIELD_CODES = [
  'field_required',
  'field_length',
  'field_length_exact',
  'field_format',
  'field_mismatch',
  'field_name_differs',
  'field_taken',
  'field_password_common',
  'field_password_same',
  'field_under_age',
  'field_mobile_invalid',
  'field_code_wrong',
  'field_affiliate_invalid',
  'field_holder_differs',
  'field_bank_number',
  'field_ewallet_number',
  'field_fixed',
] as const;

export const WALLET_CODES = [
  'amount_invalid',
  'amount_out_of_range',
  'insufficient_funds',
  'reference_conflict',
  'channel_unavailable',
  'deposit_not_found',
  'deposit_expired',
  'deposit_closed',
] as const;

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

export const CASHIER_CODES = [
  'deposit_too_many_open',
  'deposit_day_limit',
  'deposit_blocked',
  'deposit_needs_proof',
  'voucher_invalid',
  'withdrawals_off',
  'withdrawal_not_found',
  'withdrawal_closed',
  'withdrawal_in_payment',
  'withdrawal_overdrawn',
  'withdrawal_too_many',
  'withdrawal_day_limit',
  'turnover_left',
  'turnover_left_excluded',
  'payment_password_missing',
  'payment_password_wrong',
  'payment_password_locked',
  'payment_password_cooling',
  'payout_account_not_found',
  'payout_account_limit',
  'payout_account_taken',
  'payout_account_too_many',
  'payout_account_in_use',
  'payout_account_cooling',
  'transfer_off',
  'transfer_no_upline',
  'transfer_not_downline',
  'transfer_day_limit',
  'transfer_receiver_closed',
  'sub_wallet_not_found',
  'period_too_long',
  'movement_not_found',
] as const;

export const CONTENT_CODES = ['upload_not_found', 'upload_too_many', 'upload_too_large', 'upload_not_image', 'message_not_found'] as const;

export const GAME_CODES = ['game_not_found', 'game_maintenance', 'launch_failed', 'bet_not_found', 'favourites_full'] as const;

export const CHAT_CODES = ['chat_closed', 'chat_wait', 'chat_contact_refused', 'chat_message_not_found'] as const;

/** Responses of the seamless wallet to a vendor. Not shown to players. */
export const SEAMLESS_CODES = [
  'OK',
  'BAD_REQUEST',
  'BAD_SIGNATURE',
  'STALE_REQUEST',
  'UNKNOWN_PROVIDER',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'PLAYER_BLOCKED',
  'GAME_NOT_FOUND',
  'GAME_DISABLED',
  'INSUFFICIENT_FUNDS',
  'LIMIT_REACHED',
  'ROUND_TOO_SOON',
  'WRONG_CURRENCY',
  'TRANSACTION_MISMATCH',
  'TRANSACTION_NOT_FOUND',
  'BET_NOT_FOUND',
  'BET_SETTLED',
  'BET_ROLLED_BACK',
  'ROUND_CLOSED',
  'ERROR',
] as const;

export type RefusalCode =
  | (typeof SYSTEM_CODES)[number]
  | (typeof ACCOUNT_CODES)[number]
  | (typeof VERIFICATION_CODES)[number]
  | (typeof WALLET_CODES)[number]
  | (typeof GAME_CODES)[number]
  | (typeof PROTECTION_CODES)[number]
  | (typeof CASHIER_CODES)[number]
  | (typeof CONTENT_CODES)[number]
  | (typeof CHAT_CODES)[number];
export type FieldCode = (typeof FIELD_CODES)[number];
export type SeamlessCode = (typeof SEAMLESS_CODES)[number];

export const REFUSAL_CODES: readonly RefusalCode[] = [
  ...SYSTEM_CODES,
  ...ACCOUNT_CODES,
  ...VERIFICATION_CODES,
  ...WALLET_CODES,
  ...GAME_CODES,
  ...PROTECTION_CODES,
  ...CASHIER_CODES,
  ...CONTENT_CODES,
  ...CHAT_CODES,
];
