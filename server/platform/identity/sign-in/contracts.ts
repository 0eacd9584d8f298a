import type { StepMethod } from '../../../../shared/api/sign-in/constants.ts';
import type { SignedInValue } from '../../../../shared/api/sign-in/schemas.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Messages } from '../../notify/messages/index.ts';
import type { Factors } from '../factors/index.ts';
import type { MemberRow, Passwords } from '../members/index.ts';
import type { OpenedSession, Sessions } from '../sessions/index.ts';
import type { Codes } from '../verification/index.ts';

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

export interface SignInDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly factors: Factors;
  readonly codes: Codes;
  readonly messages: Messages;
}
