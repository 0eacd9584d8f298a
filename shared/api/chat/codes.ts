export const CHAT_CODES = ['chat_closed', 'chat_wait', 'chat_contact_refused', 'chat_message_not_found'] as const;
