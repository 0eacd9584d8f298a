export const INBOX_CODES = ['message_not_found'] as const;
