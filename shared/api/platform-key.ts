/** Header by which a portal authenticates itself to a platform that runs as a separate service. */
export const PLATFORM_KEY_HEADER = 'x-platform-key';

/** Answer of a platform to a request without its key, with status 403. */
export const KEY_REFUSED = 'This service answers its portals only.';
