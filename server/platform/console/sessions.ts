import { randomBytes } from 'node:crypto';
import type { Database, Executor } from '../db/database.ts';
import type { SessionStage } from '../db/schema/console.ts';
import { inTransaction } from '../db/transaction.ts';
import { hashOfToken } from '../secrets.ts';
import { type LogDeps, writeLog } from './log.ts';
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
  /** Answers with the token for the cookie. */
  open(operatorId: string, stage: SessionStage, address: string): Promise<string>;
  /** Undefined when it has ended, has been idle for too long, or its operator is none any more. */
  resolve(token: string): Promise<OperatorSession | undefined>;
  /** A step was taken: the token of before is worth nothing any more. */
  advance(session: OperatorSession, stage: SessionStage, address: string): Promise<string>;
  /** The operator signs out. */
  leave(session: OperatorSession, address: string): Promise<void>;
  endAllOf(operatorId: string): Promise<void>;
  sweep(): Promise<void>;
}

export function createOperatorSessions(deps: LogDeps & { readonly db: Database }): OperatorSessions {
  const { db, clock } = deps;
  async function open(operatorId: string, stage: SessionStage, address: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = clock.now();
    await db
      .insertInto('operator_session')
      .values({
        token_hash: hashOfToken(token),
        operator_id: operatorId,
        form_key: randomBytes(TOKEN_BYTES).toString('base64url'),
        stage,
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
    open,
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
    async advance(session, stage, address) {
      await end(db, session);
      return open(session.operatorId, stage, address);
    },
    async endAllOf(operatorId) {
      await db.deleteFrom('operator_session').where('operator_id', '=', operatorId).execute();
    },
    async sweep() {
      await db.deleteFrom('operator_session').where('expires_at', '<', clock.now()).execute();
    },
  };
}
