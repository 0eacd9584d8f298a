/** The caller as described by the portal. */
export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string;
  /** ISO 3166; null for private and unknown addresses. */
  readonly country: string | null;
  /** Wire code of the language. */
  readonly language: string;
  /** Token that the browser got at an earlier sign-in. */
  readonly deviceToken: string | null;
  /** Scheme and host of the site as the player sees it, for links and passkeys. */
  readonly siteOrigin: string;
}
