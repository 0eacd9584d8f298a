export const ACCOUNT_CODES = [
  'username_taken',
  'terms_required',
  'registration_closed',
  'affiliate_invalid',
  'user_or_email_unknown',
  'reset_link_invalid',
  'contact_taken',
] as const;
