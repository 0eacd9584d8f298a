import type { SignedInValue, StepMethod } from '../../../shared/api/sign-in-calls.ts';
import type { MemberRow } from '../accounts/store.ts';
import type { Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { OpenedSession } from '../sessions/contracts.ts';

/** Whoever makes a call, as the portal describes them. */
export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string;
  /** ISO 3166, null for private and unknown addresses. */
  readonly country: string | null;
  /** Language code on the wire. */
  readonly language: string;
  /** What the browser was given after an earlier sign-in. */
  readonly deviceToken: string | null;
  /** Scheme and host under which the player sees the site; for links and passkeys. */
  readonly siteOrigin: string;
}

/** How the person has proved who they are. One policy looks at all of them. */
export type SignInPath = 'password' | 'sms' | 'code' | 'passkey' | 'remember' | 'register' | 'freeplay' | 'oauth';

export interface SignInRequest {
  readonly member: MemberRow;
  readonly path: SignInPath;
  readonly caller: Caller;
  readonly remember: boolean;
  /** What was typed on the password path: the weak default calls for a change. Never kept. */
  readonly password?: string;
  /** Path `remember`: the family that the session belongs to, also when a second step comes in between. */
  readonly rememberFamily?: string;
}

export type SignInResult =
  | {
      readonly kind: 'signed-in';
      readonly session: OpenedSession;
      readonly member: MemberRow;
      readonly firstTimeLogin: boolean;
      readonly passwordExpired: boolean;
      readonly mustChangePassword: boolean;
      /** Empty: the browser is known already. */
      readonly deviceToken: string;
      readonly remember: SignedInValue['remember'];
    }
  | {
      readonly kind: 'pending';
      readonly ticket: string;
      readonly reason: 'unregistered_address' | 'second_factor' | 'registration';
      readonly methods: readonly StepMethod[];
      readonly mobile: string | null;
      readonly email: string | null;
      readonly expiresAt: Date;
    };

export interface SignIn {
  /**
   * The one door: whatever path somebody comes by, the policy decides here between a session and a second step. Call it in
   * the transaction that has spent the proof.
   */
  complete(tx: Tx, afterCommit: AfterCommit, request: SignInRequest): Promise<SignInResult>;
  /**
   * True for the member's password. Unknown, blocked and locked names do the same work and give the same answer; every
   * try is counted before it is looked at, in the caller's own lane when the browser is known to the member.
   */
  isPassword(
    name: string,
    member: MemberRow | undefined,
    password: string,
    caller: Pick<Caller, 'deviceToken' | 'clientAddress' | 'country'>,
  ): Promise<boolean>;
  /** Opens a lock, after a code or a new password has shown who is there. */
  unlock(tx: Tx, account: string): Promise<void>;
}
