export const SOCIAL_SIGN_IN_CODES = ['social_login_failed', 'popup_closed'] as const;
