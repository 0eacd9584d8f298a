import { ACCOUNT_CODES } from './api/accounts/codes.ts';
import { CONTRACT_CODES } from './api/agent-contracts/codes.ts';
import { AGENT_TREE_CODES } from './api/agent-tree/codes.ts';
import { WAGE_CODES } from './api/agent-wages/codes.ts';
import { BONUS_CODES } from './api/bonus/codes.ts';
import { CASHBACK_CODES } from './api/cashback/codes.ts';
import { CHAT_CODES } from './api/chat/codes.ts';
import { DEPOSIT_CODES } from './api/deposit/codes.ts';
import { FREE_ROUND_CODES } from './api/free-rounds/codes.ts';
import { GAME_CODES } from './api/games/codes.ts';
import { INBOX_CODES } from './api/inbox/codes.ts';
import { MISSION_CODES } from './api/missions/codes.ts';
import { SOCIAL_SIGN_IN_CODES } from './api/oauth/codes.ts';
import { PAYOUT_ACCOUNT_CODES } from './api/payout-accounts/codes.ts';
import { POINT_CODES } from './api/points/codes.ts';
import { PROMOTION_CODES } from './api/promotions/codes.ts';
import { RAFFLE_CODES } from './api/raffles/codes.ts';
import { RECORD_CODES } from './api/records/codes.ts';
import { REFERRAL_CODES } from './api/referral/codes.ts';
import { PROTECTION_CODES } from './api/responsible-gaming/codes.ts';
import { REWARD_CODES } from './api/reward-centre/codes.ts';
import { SECURITY_CODES } from './api/security/codes.ts';
import { SIGN_IN_CODES } from './api/sign-in/codes.ts';
import { TRANSFER_CODES } from './api/transfer/codes.ts';
import { UPLOAD_CODES } from './api/uploads/codes.ts';
import { VENDOR_CODES } from './api/vendors/codes.ts';
import { VERIFICATION_CODES } from './api/verification/codes.ts';
import { VIP_CODES } from './api/vip/codes.ts';
import { WITHDRAWAL_CODES } from './api/withdrawal/codes.ts';

/**
 * Closed lists of refusal codes; those of one feature are in the `codes.ts` of its folder in `shared/api/`. A code is permanent because
 * clients and operators depend on it. Its text is the locale key `errors.<code>`; the platform responds with that text in the visitor's
 * language.
 */
const SYSTEM_CODES = [
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

/** Used by several features. */
const COMMON_CODES = [
  'invalid_fields',
  'not_logged_in',
  'in_need_true_account',
  'not_member',
  'not_agent',
  'password_change_required',
  'session_idle',
  'confirmation_required',
  'server_busy',
  'amount_invalid',
  'amount_not_whole',
  'amount_out_of_range',
  'insufficient_funds',
  'reference_conflict',
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
  'field_referral_unknown',
  'field_holder_differs',
  'field_bank_number',
  'field_ewallet_number',
  'field_fixed',
  'field_rate',
  'field_rate_max',
] as const;

export const REFUSAL_CODES = [
  ...SYSTEM_CODES,
  ...COMMON_CODES,
  ...SIGN_IN_CODES,
  ...ACCOUNT_CODES,
  ...SECURITY_CODES,
  ...SOCIAL_SIGN_IN_CODES,
  ...VERIFICATION_CODES,
  ...DEPOSIT_CODES,
  ...PROTECTION_CODES,
  ...REWARD_CODES,
  ...BONUS_CODES,
  ...WITHDRAWAL_CODES,
  ...PAYOUT_ACCOUNT_CODES,
  ...TRANSFER_CODES,
  ...RECORD_CODES,
  ...UPLOAD_CODES,
  ...INBOX_CODES,
  ...FREE_ROUND_CODES,
  ...GAME_CODES,
  ...VENDOR_CODES,
  ...CASHBACK_CODES,
  ...CHAT_CODES,
  ...CONTRACT_CODES,
  ...WAGE_CODES,
  ...AGENT_TREE_CODES,
  ...POINT_CODES,
  ...PROMOTION_CODES,
  ...RAFFLE_CODES,
  ...VIP_CODES,
  ...MISSION_CODES,
  ...REFERRAL_CODES,
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
export type FieldCode = (typeof FIELD_CODES)[number];
