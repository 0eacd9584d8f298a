export const STEP_METHODS = ['sms', 'email', 'totp', 'recovery', 'passkey'] as const;
export type StepMethod = (typeof STEP_METHODS)[number];
