import type { SignedInValue, StepMethod } from '../../../shared/api/sign-in-calls.ts';
import type { MemberRow } from '../accounts/store.ts';
import type { Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { OpenedSession } from '../sessions/contracts.ts';

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

/** Kind of proof. One policy covers all of them. */
export type SignInPath = 'password' | 'sms' | 'code' | 'passkey' | 'remember' | 'register' | 'freeplay' | 'oauth';

export interface SignInRequest {
  readonly member: MemberRow;
  readonly path: SignInPath;
  readonly caller: Caller;
  readonly remember: boolean;
  /** The entered password, to detect the weak default. Never stored. */
  readonly password?: string;
  /** For path `remember`: the family of the session, also across a second step. */
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
   * Common entry point of all sign-in paths: the policy decides between a session and a second step. Call it in the transaction that
   * consumed the proof.
   */
  complete(tx: Tx, afterCommit: AfterCommit, request: SignInRequest): Promise<SignInResult>;
  /**
   * True for the member's password. Unknown, blocked and locked names cause the same work and the same reply. Each try is counted before
   * the comparison, separately for browsers that the member has used before.
   */
  isPassword(
    name: string,
    member: MemberRow | undefined,
    password: string,
    caller: Pick<Caller, 'deviceToken' | 'clientAddress' | 'country'>,
  ): Promise<boolean>;
  /** Removes the lock after a code or a new password. */
  unlock(tx: Tx, account: string): Promise<void>;
}
