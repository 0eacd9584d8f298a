/** Header in which a portal proves itself to a platform that runs as a service of its own. */
export const PLATFORM_KEY_HEADER = 'x-platform-key';
