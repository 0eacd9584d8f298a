import * as v from 'valibot';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OperatorDeps } from '../../operators/index.ts';
import {
  type AuditDeps,
  type ConsoleArea,
  type ConsoleForm,
  type ConsoleInput,
  type ConsolePage,
  defineForm,
  idField,
  isWeakPassword,
  type LogAction,
  line,
  OPERATOR_PASSWORD_MIN,
  OperatorError,
  type OperatorSessions,
  type Operators,
  ROLES,
  reason,
  writeLog,
} from '../../operators/index.ts';
import { OperatorPage, OperatorsPage } from './operator-views.tsx';

export interface OperatorAreaDeps extends AuditDeps, Pick<OperatorDeps, 'passwords'> {
  readonly operators: Operators;
  readonly sessions: OperatorSessions;
}

const newOperator = v.object({
  name: v.pipe(line(32), v.regex(/^[a-z][a-z0-9._-]{2,31}$/i)),
  role: v.picklist(ROLES),
  password: v.pipe(v.string(), v.minLength(OPERATOR_PASSWORD_MIN), v.maxLength(256)),
  reason,
});
const change = v.object({ operatorId: idField, reason });

/** Operator accounts. Operators cannot change their own role or disable themselves. */
export function operatorArea(deps: OperatorAreaDeps): ConsoleArea {
  return {
    pages: [listPage(deps), operatorPage(deps)],
    forms: [addForm(deps), disableForm(deps), enableForm(deps), resetAppForm(deps), passwordForm(deps)],
  };
}

function listPage(deps: OperatorAreaDeps): ConsolePage {
  return {
    path: '/operators',
    action: 'operators.manage',
    title: 'operators',
    inMenu: { group: 'control', place: 20 },
    load: async ({ session }) => <OperatorsPage session={session} rows={await readAll(deps)} />,
  };
}

function operatorPage(deps: OperatorAreaDeps): ConsolePage {
  return {
    path: '/operators/:id',
    action: 'operators.manage',
    title: 'operator',
    load: async ({ session, params }) => {
      const row = (await readAll(deps)).find(({ id }) => id === params.id);
      return row && <OperatorPage session={session} row={row} />;
    },
  };
}

function addForm(deps: OperatorAreaDeps): ConsoleForm {
  return defineForm({
    path: '/operators/add',
    action: 'operators.manage',
    body: newOperator,
    async run({ session, address }, { name, role, password, reason: auditReason }) {
      requireStrong(password, name);
      await inTransaction(deps.db, async (tx) => {
        const id = await deps.operators.add(tx, { name, role, password, mustChange: true });
        if (id === undefined) throw new OperatorError('operatorTaken', {}, 'name');
        const entry = { operator: session.name, action: 'operator.added' as const, object: `operator:${id}`, reason: auditReason, address };
        await writeLog(tx, deps, { ...entry, detail: { name: name.toLowerCase(), role } });
      });
      return { to: '/operators', message: 'done_operatorAdded' };
    },
  });
}

function disableForm(deps: OperatorAreaDeps): ConsoleForm {
  return defineForm({
    path: '/operators/disable',
    action: 'operators.manage',
    body: change,
    async run(input, body) {
      await alterOther(deps, input, body, 'operator.disabled', { disabled_at: deps.clock.now() });
      return { to: '/operators', message: 'done_operatorDisabled' };
    },
  });
}

function enableForm(deps: OperatorAreaDeps): ConsoleForm {
  return defineForm({
    path: '/operators/enable',
    action: 'operators.manage',
    body: change,
    async run(input, body) {
      await alterOther(deps, input, body, 'operator.enabled', { disabled_at: null });
      return { to: '/operators', message: 'done_operatorEnabled' };
    },
  });
}

function resetAppForm(deps: OperatorAreaDeps): ConsoleForm {
  return defineForm({
    path: '/operators/reset-app',
    action: 'operators.manage',
    body: change,
    async run(input, body) {
      // For a lost phone: the authenticator app is set up again at the next sign-in.
      await alterOther(deps, input, body, 'operator.app-reset', { totp_secret: null, totp_confirmed_at: null, totp_last_step: '-1' });
      return { to: '/operators', message: 'done_operatorReset' };
    },
  });
}

function passwordForm(deps: OperatorAreaDeps): ConsoleForm {
  return defineForm({
    path: '/operators/password',
    action: 'operators.manage',
    body: v.object({ ...change.entries, password: newOperator.entries.password }),
    async run(input, { password, ...body }) {
      requireStrong(password, (await readAll(deps)).find(({ id }) => id === body.operatorId)?.name ?? '');
      const password_hash = await deps.passwords.hash(password);
      await alterOther(deps, input, body, 'operator.password-reset', { password_hash, must_change: true, failures: 0, locked_until: null });
      return { to: '/operators', message: 'done_operatorReset' };
    },
  });
}

interface Change {
  readonly disabled_at: Date | null;
  readonly totp_secret: null;
  readonly totp_confirmed_at: null;
  readonly totp_last_step: string;
  readonly password_hash: string;
  readonly must_change: boolean;
  readonly failures: number;
  readonly locked_until: null;
}

/** Locks another operator, applies the change, ends their sessions and writes the log line. */
async function alterOther(
  deps: OperatorAreaDeps,
  input: ConsoleInput,
  body: v.InferOutput<typeof change>,
  action: LogAction,
  set: Partial<Change>,
): Promise<void> {
  if (body.operatorId === input.session.operatorId) throw new Refusal('forbidden');
  await inTransaction(deps.db, async (tx) => {
    const changed = await tx
      .updateTable('operator')
      .set(set)
      .where('id', '=', body.operatorId)
      .where('merchant', '=', deps.merchant)
      .returning('name')
      .executeTakeFirst();
    if (!changed) throw new Refusal('not_found');
    await writeLog(tx, deps, {
      operator: input.session.name,
      action,
      object: `operator:${body.operatorId}`,
      reason: body.reason,
      detail: { name: changed.name },
      address: input.address,
    });
    await deps.sessions.endAllOfOperator(tx, body.operatorId);
  });
}

function requireStrong(password: string, name: string): void {
  if (isWeakPassword(password, name)) throw new OperatorError('passwordWeak', {}, 'password');
}

function readAll({ db, merchant }: AuditDeps) {
  return db
    .selectFrom('operator')
    .select(['id', 'name', 'role', 'totp_confirmed_at', 'disabled_at', 'locked_until', 'created_at'])
    .where('merchant', '=', merchant)
    .orderBy('name')
    .execute();
}
