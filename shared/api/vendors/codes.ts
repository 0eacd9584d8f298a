export const VENDOR_CODES = ['launch_failed'] as const;
