export const CHAT_MAX_LENGTH = 140;
