/** Who is calling: read from the session, never from the request's own words. */
export interface Actor {
  readonly memberId: string;
  readonly account: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  readonly currency: string;
  readonly sessionId: string;
  /** A new password must be chosen before anything else. */
  readonly mustChangePassword: boolean;
  /** The session has been idle for longer than the merchant allows. */
  readonly idle: boolean;
  /** A factor has been shown in the last minutes. */
  readonly confirmed: boolean;
}
