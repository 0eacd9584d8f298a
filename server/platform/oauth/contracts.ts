/** Services that players may sign in with. */
export type SocialName = 'google' | 'facebook';

/** Who the service says the person is. */
export interface SocialIdentity {
  /** The service's own, never changing name of the person. */
  readonly subject: string;
  readonly email: string | null;
  /** The service has seen that the address is theirs. */
  readonly emailVerified: boolean;
}

/** What is kept between leaving for the service and coming back. */
export interface SocialChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SocialProvider {
  /** Address of the service's page, PKCE included. */
  start(redirectUri: string, checks: SocialChecks): Promise<URL>;
  /** Throws when what came back proves nothing. */
  finish(returnUrl: URL, checks: SocialChecks): Promise<SocialIdentity>;
}
