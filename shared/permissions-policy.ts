/** `Permissions-Policy` of every page: what none of them uses, nor any frame in them. Full screen, clipboard and passkeys stay. */
export const PERMISSIONS_POLICY = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';
