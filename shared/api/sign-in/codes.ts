export const SIGN_IN_CODES = ['wrong_credentials', 'step_failed', 'step_expired', 'sign_in_method_off'] as const;
