export const CONFIRM_METHODS = ['password', 'totp', 'recovery', 'passkey'] as const;
