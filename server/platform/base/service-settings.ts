/** External services, used only if configured. Otherwise the outbox, proof of work and passwords serve. */
export interface ServiceSettings {
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** HTTP SMS provider: `POST url` with `{ to, text }` and the bearer token. */
  readonly sms?: { readonly url: string; readonly token: string };
  /** Firebase phone authentication. `identityUrl` and `keysUrl` are replaced in tests only. */
  readonly phone?: { readonly projectId: string; readonly apiKey: string; readonly identityUrl?: string; readonly keysUrl?: string };
  readonly challenge?: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly siteKey: string;
    readonly secret: string;
    readonly verifyUrl?: string;
  };
  /** Work of a proof-of-work challenge; default if absent. */
  readonly challengeCost?: number;
  /** Also measures domains on this machine and on private networks; in tests only. */
  readonly privateDomains?: boolean;
  /** The site is reachable from other machines: the demo's password is refused for operators. */
  readonly publicSite?: boolean;
  readonly google?: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string };
  readonly facebook?: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string };
}
