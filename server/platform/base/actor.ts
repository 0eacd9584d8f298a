/** The authenticated caller, taken from the session only. */
export interface Actor {
  readonly memberId: string;
  readonly account: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  readonly currency: string;
  readonly sessionId: string;
  /** Only a password change is allowed until the password has been changed. */
  readonly mustChangePassword: boolean;
  /** The session was idle for longer than the merchant allows. */
  readonly idle: boolean;
  /** A factor was verified in the last minutes. */
  readonly confirmed: boolean;
}
