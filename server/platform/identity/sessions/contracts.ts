import type { Actor } from '../../base/actor.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { Place } from '../../base/http/index.ts';

export interface OpenedSession {
  readonly sessionId: string;
  /** 256 random bits, base64url. Returned once; the database stores its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface NewSession {
  readonly memberId: string;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly country: string | null;
  readonly deviceId: string | null;
  /** The session may change the password once within some minutes, without the old one. */
  readonly mayChange: boolean;
  /** Family of the browser's remember tokens, new or existing. */
  readonly rememberFamily: string | null;
}

export interface Remembered {
  readonly token: string;
  readonly expiresAt: Date;
  readonly family: string;
}

/**
 * Selects sessions of a member. `only`: one, with its remember tokens unless another session of the browser is open. `family`: all of one
 * browser, with its remember tokens. `except`: all others with their remember tokens, except those of the given session; null: all.
 * `replacedBy`: older sessions of the same browser; its remember tokens and open games stay.
 */
export type EndedSessions =
  | { readonly only: string }
  | { readonly family: string }
  | { readonly except: string | null }
  | { readonly replacedBy: string };

export interface Sessions {
  /**
   * A new session counts as confirmed, unless it was opened by a remember token only: then no factor was verified, and the session ends
   * with the family at the latest. Ends other sessions if the merchant allows only one.
   */
  open(tx: Tx, afterCommit: AfterCommit, session: NewSession): Promise<OpenedSession>;
  /**
   * The actor of a token; extends the idle deadline unless it has passed. Null if unknown, ended or expired. Stores the place of the
   * request, which decides about stakes in open games.
   */
  resolve(executor: Executor, token: string, place?: Place): Promise<Actor | null>;
  /** True while the session would be accepted. Does not extend it. */
  isAlive(executor: Executor, sessionId: string): Promise<boolean>;
  /** Confirms the session after a verified factor and ends its idle state. False if it has ended meanwhile. */
  confirm(executor: Executor, sessionId: string): Promise<boolean>;
  /** Ends sessions, their remember tokens and the games they opened, and closes the streams after the commit. */
  end(tx: Tx, afterCommit: AfterCommit, memberId: string, selection: EndedSessions): Promise<number>;
  /** Starts a family of remember tokens, valid for 24 hours. */
  remember(tx: Tx, memberId: string): Promise<Remembered>;
  /** Replaces the token of a family; the end of the family stays. Null if the family has ended. */
  renew(tx: Tx, memberId: string, family: string): Promise<Remembered | null>;
  sweep(executor: Executor): Promise<void>;
}
