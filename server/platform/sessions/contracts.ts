import type { Place } from '../access/region.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Executor, Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';

export interface OpenedSession {
  readonly sessionId: string;
  /** 256 random bits, base64url. Shown once; the database has its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface NewSession {
  readonly memberId: string;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly country: string | null;
  readonly deviceId: string | null;
  /** The session may change the password once, for a few minutes, without the old one. */
  readonly mayChange: boolean;
  /** The family of remember tokens that the browser holds, new or not. */
  readonly rememberFamily: string | null;
}

export interface Remembered {
  readonly token: string;
  readonly expiresAt: Date;
  readonly family: string;
}

/**
 * Which sessions of a member end. `only`: one, and its remember tokens unless another session of the same browser lives.
 * `family`: all of one browser, with its remember tokens. `except`: all others with every remember token but that of the
 * one that stays; null: all. `replacedBy`: older sessions of the same browser; its remember tokens and open games stay.
 */
export type EndedSessions =
  | { readonly only: string }
  | { readonly family: string }
  | { readonly except: string | null }
  | { readonly replacedBy: string };

export interface Sessions {
  /**
   * A fresh session counts as confirmed, unless a remember token alone has opened it: then nobody has shown a factor, and
   * the session ends with the family at the latest. Ends the others where the merchant allows one session only.
   */
  open(tx: Tx, afterCommit: AfterCommit, session: NewSession): Promise<OpenedSession>;
  /**
   * Who the token speaks for, and pushes its idle deadline on unless it has passed. Null when unknown, ended or expired. Keeps the
   * place that the request came from: stakes in open games are judged by it.
   */
  resolve(executor: Executor, token: string, place?: Place): Promise<Actor | null>;
  /** True while the session would still be accepted; does not count as use. */
  isAlive(executor: Executor, sessionId: string): Promise<boolean>;
  /** A factor has been shown: the session is no longer idle and counts as confirmed. False when it has ended meanwhile. */
  confirm(executor: Executor, sessionId: string): Promise<boolean>;
  /** Ends sessions, their remember tokens and the member's open games, and tells the streams after the commit. */
  end(tx: Tx, afterCommit: AfterCommit, memberId: string, which: EndedSessions): Promise<number>;
  /** A new family of remember tokens; 24 hours (specification, section 9). */
  remember(tx: Tx, memberId: string): Promise<Remembered>;
  /** The next token of a family, in place of all before; it ends when they would have ended. Null when the family has ended. */
  renew(tx: Tx, memberId: string, family: string): Promise<Remembered | null>;
  sweep(executor: Executor): Promise<void>;
}
