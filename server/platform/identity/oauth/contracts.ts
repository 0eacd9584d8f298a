import type { Accounts, AccountsDeps } from '../accounts/index.ts';

/** Supported sign-in providers. */
export type SocialName = 'google' | 'facebook';

/** Identity of the person as stated by the provider. */
export interface SocialIdentity {
  /** The provider's permanent id of the person. */
  readonly subject: string;
  readonly email: string | null;
  /** The provider has verified the address. */
  readonly emailVerified: boolean;
}

/** Values stored between redirect and return. */
export interface SocialChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SocialProvider {
  /** Address of the provider's page, with PKCE. */
  start(redirectUri: string, checks: SocialChecks): Promise<URL>;
  /** Throws if the returned data is invalid. */
  finish(returnUrl: URL, checks: SocialChecks): Promise<SocialIdentity>;
}

export interface OauthDeps extends Omit<AccountsDeps, 'admitInvited' | 'referrals'> {
  readonly accounts: Accounts;
  readonly providers: ReadonlyMap<SocialName, SocialProvider>;
}
