/**
 * `Permissions-Policy` of every page: features that no page or frame uses. Full screen, clipboard and passkeys stay
 * allowed.
 */
export const PERMISSIONS_POLICY = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';
