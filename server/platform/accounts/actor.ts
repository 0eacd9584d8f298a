/** Who is calling: read from the session, never from the request's own words. */
export interface Actor {
  readonly memberId: string;
  readonly account: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  readonly currency: string;
  readonly sessionId: string;
}
