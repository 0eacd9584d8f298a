import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { hashOfToken } from '../../kit/token-hash.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../base/db/index.ts';
import { type LogDeps, writeLog } from './log.ts';
import type { OperatorRow } from './operator-row.ts';
import { lockOperator } from './operator-row.ts';
import type { Role } from './roles.ts';
import type { SessionStage } from './tables.ts';

/** Session of an operator. */
export interface OperatorSession {
  readonly tokenHash: string;
  readonly operatorId: string;
  readonly name: string;
  readonly role: Role;
  readonly stage: SessionStage;
  readonly formKey: string;
}

const IDLE_MS = 15 * MINUTE_MS;
export const LONGEST_MS = 12 * HOUR_MS;
const TOKEN_BYTES = 32;

export interface OperatorSessions {
  /** Resolves with the token for the cookie; undefined if the operator was disabled or the password changed since `operator` was read. */
  open(operator: Pick<OperatorRow, 'id' | 'password_hash'>, address: string): Promise<string | undefined>;
  /** Undefined if the session has ended or was idle too long, or the operator is disabled. */
  resolve(token: string): Promise<OperatorSession | undefined>;
  /** Replaces the session after a sign-in step. Undefined if it has been ended meanwhile. */
  advance(session: OperatorSession, stage: SessionStage, address: string): Promise<string | undefined>;
  signOut(session: OperatorSession, address: string): Promise<void>;
  /** Call it in the transaction that changed the operator's row: a session that is being opened waits for that row. */
  endAllOfOperator(tx: Tx, operatorId: string): Promise<void>;
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
    signOut: (session, address) =>
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
    async endAllOfOperator(tx, operatorId) {
      await tx.deleteFrom('operator_session').where('operator_id', '=', operatorId).execute();
    },
    async sweep() {
      await db.deleteFrom('operator_session').where('expires_at', '<', clock.now()).execute();
    },
  };
}

/** Whether the session is still open. The operator must be locked. */
export async function isOpen(tx: Tx, { tokenHash, stage }: OperatorSession): Promise<boolean> {
  const row = await tx
    .selectFrom('operator_session')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('stage', '=', stage)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the operator's other sessions: they were opened with the old credential. */
export async function endOthers(tx: Tx, { operatorId, tokenHash }: OperatorSession): Promise<void> {
  await tx.deleteFrom('operator_session').where('operator_id', '=', operatorId).where('token_hash', '!=', tokenHash).execute();
}

function stageOf({ must_change, totp_confirmed_at }: OperatorRow): SessionStage {
  if (must_change) return 'change';
  return totp_confirmed_at ? 'totp' : 'enrol';
}
