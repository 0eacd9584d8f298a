/** Header by which a portal authenticates itself to a platform that runs as a separate service. */
export const PLATFORM_KEY_HEADER = 'x-platform-key';
