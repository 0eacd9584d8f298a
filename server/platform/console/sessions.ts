import { randomBytes } from 'node:crypto';
import type { Database, Executor, Tx } from '../db/database.ts';
import type { SessionStage } from '../db/schema/console.ts';
import { inTransaction } from '../db/transaction.ts';
import { hashOfToken } from '../secrets.ts';
import { type LogDeps, writeLog } from './log.ts';
import type { OperatorRow } from './operators.ts';
import type { Role } from './roles.ts';

/** Who sits in front of the console. */
export interface OperatorSession {
  readonly tokenHash: string;
  readonly operatorId: string;
  readonly name: string;
  readonly role: Role;
  readonly stage: SessionStage;
  readonly formKey: string;
}

export const IDLE_MS = 15 * 60_000;
export const LONGEST_MS = 12 * 60 * 60_000;
const TOKEN_BYTES = 32;

export interface OperatorSessions {
  /**
   * Resolves with the token for the cookie; undefined when the operator has been disabled or got another password since
   * `operator` was read.
   */
  open(operator: Pick<OperatorRow, 'id' | 'password_hash'>, address: string): Promise<string | undefined>;
  /** Undefined when it has ended, has been idle for too long, or its operator is none any more. */
  resolve(token: string): Promise<OperatorSession | undefined>;
  /** Replaces the session after a step of the sign-in. Undefined when it has been ended meanwhile. */
  advance(session: OperatorSession, stage: SessionStage, address: string): Promise<string | undefined>;
  /** The operator signs out. */
  leave(session: OperatorSession, address: string): Promise<void>;
  /** In the transaction that has changed the operator's row: a session that is being opened waits for it. */
  endAllOf(tx: Tx, operatorId: string): Promise<void>;
  sweep(): Promise<void>;
}

export function createOperatorSessions(deps: LogDeps & { readonly db: Database }): OperatorSessions {
  const { db, clock } = deps;
  async function insert(tx: Tx, operatorId: string, stage: SessionStage, address: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = clock.now();
    await tx
      .insertInto('operator_session')
      .values({
        token_hash: hashOfToken(token),
        operator_id: operatorId,
        form_key: randomBytes(TOKEN_BYTES).toString('base64url'),
        stage,
        enrolment: null,
        address,
        created_at: now,
        seen_at: now,
        expires_at: new Date(now.getTime() + LONGEST_MS),
      })
      .execute();
    return token;
  }
  const end = async (executor: Executor, { tokenHash }: OperatorSession) =>
    void (await executor.deleteFrom('operator_session').where('token_hash', '=', tokenHash).execute());

  return {
    open: (operator, address) =>
      inTransaction(db, async (tx) => {
        const row = await lockOperator(tx, operator.id);
        if (!row || row.disabled_at || row.password_hash !== operator.password_hash) return undefined;
        return insert(tx, row.id, stageOf(row), address);
      }),
    leave: (session, address) =>
      inTransaction(db, async (tx) => {
        await end(tx, session);
        const { name: operator, operatorId, stage } = session;
        if (stage === 'in')
          await writeLog(tx, deps, { operator, action: 'signed-out', object: `operator:${operatorId}`, reason: '', address });
      }),
    async resolve(token) {
      const now = clock.now();
      const row = await db
        .updateTable('operator_session as session')
        .from('operator')
        .set({ seen_at: now })
        .whereRef('operator.id', '=', 'session.operator_id')
        .where('operator.disabled_at', 'is', null)
        .where('session.token_hash', '=', hashOfToken(token))
        .where('session.expires_at', '>', now)
        .where('session.seen_at', '>', new Date(now.getTime() - IDLE_MS))
        .returning(['session.token_hash', 'operator.id', 'operator.name', 'operator.role', 'session.stage', 'session.form_key'])
        .executeTakeFirst();
      return (
        row && {
          tokenHash: row.token_hash,
          operatorId: row.id,
          name: row.name,
          role: row.role,
          stage: row.stage,
          formKey: row.form_key,
        }
      );
    },
    advance: (session, stage, address) =>
      inTransaction(db, async (tx) => {
        await lockOperator(tx, session.operatorId);
        if (!(await isOpen(tx, session))) return undefined;
        await end(tx, session);
        return insert(tx, session.operatorId, stage, address);
      }),
    async endAllOf(tx, operatorId) {
      await tx.deleteFrom('operator_session').where('operator_id', '=', operatorId).execute();
    },
    async sweep() {
      await db.deleteFrom('operator_session').where('expires_at', '<', clock.now()).execute();
    },
  };
}

/** Steps of one operator's sign-ins run one after another. */
export function lockOperator(tx: Tx, operatorId: string): Promise<OperatorRow | undefined> {
  return tx.selectFrom('operator').selectAll().where('id', '=', operatorId).forUpdate().executeTakeFirst();
}

/** With the operator locked: whether no other session's step has ended this one. */
export async function isOpen(tx: Tx, { tokenHash, stage }: OperatorSession): Promise<boolean> {
  const row = await tx
    .selectFrom('operator_session')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('stage', '=', stage)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends every other session of the operator: none of them has shown the new credential. */
export async function endOthers(tx: Tx, { operatorId, tokenHash }: OperatorSession): Promise<void> {
  await tx.deleteFrom('operator_session').where('operator_id', '=', operatorId).where('token_hash', '!=', tokenHash).execute();
}

function stageOf({ must_change, totp_confirmed_at }: OperatorRow): SessionStage {
  if (must_change) return 'change';
  return totp_confirmed_at ? 'totp' : 'enrol';
}
