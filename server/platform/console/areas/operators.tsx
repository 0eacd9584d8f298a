import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { idField, line, reason } from '../fields.ts';
import { writeLog } from '../log.ts';
import { isWeakPassword, OPERATOR_PASSWORD_MIN } from '../operator-password.ts';
import type { OperatorDeps, Operators } from '../operators.ts';
import { type ConsoleArea, type ConsoleInput, defineForm, OperatorError } from '../page.ts';
import { Badge, Card, Form, Input, Reason, Select, Table, Time } from '../parts.tsx';
import { ROLES } from '../roles.ts';
import type { OperatorSessions } from '../sessions.ts';
import { tx } from '../texts.ts';

export interface OperatorAreaDeps extends OperatorDeps {
  readonly operators: Operators;
  readonly sessions: OperatorSessions;
}

type OperatorRow = Awaited<ReturnType<typeof readAll>>[number];
const newOperator = v.object({
  name: v.pipe(line(32), v.regex(/^[a-z][a-z0-9._-]{2,31}$/i)),
  role: v.picklist(ROLES),
  password: v.pipe(v.string(), v.minLength(OPERATOR_PASSWORD_MIN), v.maxLength(256)),
  reason,
});
const change = v.object({ operatorId: idField, reason });

/** Operator accounts. Operators cannot change their own role or disable themselves. */
export function operatorArea(deps: OperatorAreaDeps): ConsoleArea {
  const { operators, sessions } = deps;
  /** Locks another operator, applies the change, ends their sessions and writes the log line. */
  const alter = async (input: ConsoleInput, body: v.InferOutput<typeof change>, action: string, set: Partial<Change>) => {
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
      await sessions.endAllOfOperator(tx, body.operatorId);
    });
  };

  return {
    pages: [
      {
        path: '/operators',
        action: 'operators.manage',
        title: 'operators',
        load: async ({ session }) => <OperatorsPage session={session} rows={await readAll(deps)} />,
      },
      {
        path: '/operators/:id',
        action: 'operators.manage',
        title: 'operator',
        load: async ({ session, params }) => {
          const row = (await readAll(deps)).find(({ id }) => id === params.id);
          return row && <OperatorPage session={session} row={row} />;
        },
      },
    ],
    forms: [
      defineForm({
        path: '/operators/add',
        action: 'operators.manage',
        body: newOperator,
        async run({ session, address }, { name, role, password, reason: auditReason }) {
          requireStrong(password, name);
          await inTransaction(deps.db, async (tx) => {
            const id = await operators.add(tx, { name, role, password, mustChange: true });
            if (id === undefined) throw new OperatorError('operatorTaken', {}, 'name');
            const entry = { operator: session.name, action: 'operator.added', object: `operator:${id}`, reason: auditReason, address };
            await writeLog(tx, deps, { ...entry, detail: { name: name.toLowerCase(), role } });
          });
          return { to: '/operators', message: 'done_operatorAdded' };
        },
      }),
      defineForm({
        path: '/operators/disable',
        action: 'operators.manage',
        body: change,
        async run(input, body) {
          await alter(input, body, 'operator.disabled', { disabled_at: deps.clock.now() });
          return { to: '/operators', message: 'done_operatorDisabled' };
        },
      }),
      defineForm({
        path: '/operators/enable',
        action: 'operators.manage',
        body: change,
        async run(input, body) {
          await alter(input, body, 'operator.enabled', { disabled_at: null });
          return { to: '/operators', message: 'done_operatorEnabled' };
        },
      }),
      defineForm({
        path: '/operators/reset-app',
        action: 'operators.manage',
        body: change,
        async run(input, body) {
          // For a lost phone: the authenticator app is set up again at the next sign-in.
          await alter(input, body, 'operator.app-reset', { totp_secret: null, totp_confirmed_at: null, totp_last_step: '-1' });
          return { to: '/operators', message: 'done_operatorReset' };
        },
      }),
      defineForm({
        path: '/operators/password',
        action: 'operators.manage',
        body: v.object({ ...change.entries, password: newOperator.entries.password }),
        async run(input, { password, ...body }) {
          requireStrong(password, (await readAll(deps)).find(({ id }) => id === body.operatorId)?.name ?? '');
          const password_hash = await deps.passwords.hash(password);
          await alter(input, body, 'operator.password-reset', { password_hash, must_change: true, failures: 0, locked_until: null });
          return { to: '/operators', message: 'done_operatorReset' };
        },
      }),
    ],
  };
}

function requireStrong(password: string, name: string): void {
  if (isWeakPassword(password, name)) throw new OperatorError('passwordWeak', {}, 'password');
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

function readAll({ db, merchant }: OperatorDeps) {
  return db
    .selectFrom('operator')
    .select(['id', 'name', 'role', 'totp_confirmed_at', 'disabled_at', 'locked_until', 'created_at'])
    .where('merchant', '=', merchant)
    .orderBy('name')
    .execute();
}

type Session = ConsoleInput['session'];

function OperatorsPage({ session, rows }: { readonly session: Session; readonly rows: readonly OperatorRow[] }) {
  return (
    <>
      <Card title={tx('operators')}>
        <Table
          caption={tx('operators')}
          heads={[tx('name'), tx('role'), tx('state'), tx('since')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="name" href={`/console/operators/${row.id}`}>
                {row.name}
              </a>,
              row.role,
              <State key="state" row={row} />,
              <Time key="since" at={row.created_at} />,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
      <Card title={tx('operatorAdd')}>
        <Form session={session} to="/operators/add" submit={tx('operatorAdd')}>
          <Input name="name" label={tx('name')} hint={tx('operatorNameHint')} maxLength={32} autoComplete="off" />
          <Select name="role" label={tx('role')} options={ROLES.map((role) => [role, role])} />
          <Input
            name="password"
            label={tx('operatorPassword')}
            hint={tx('operatorPasswordHint', { min: OPERATOR_PASSWORD_MIN })}
            // A random proposal, shown only once.
            value={randomBytes(12).toString('base64url')}
            maxLength={256}
            autoComplete="off"
          />
          <Reason />
        </Form>
      </Card>
    </>
  );
}

function State({ row: { disabled_at, totp_confirmed_at } }: { readonly row: OperatorRow }) {
  if (disabled_at) return <Badge tone="neg">{tx('disabled')}</Badge>;
  return totp_confirmed_at ? <Badge tone="pos">{tx('active')}</Badge> : <Badge tone="warn">{tx('appMissing')}</Badge>;
}

function OperatorPage({ session, row }: { readonly session: Session; readonly row: OperatorRow }) {
  if (row.id === session.operatorId)
    return (
      <p>
        {tx('operatorSelf')} <a href="/console/account">{tx('ownPassword')}</a>
      </p>
    );
  const fixedFields = { operatorId: row.id };
  return (
    <>
      <p>
        <strong>{row.name}</strong> · {row.role} <State row={row} />
      </p>
      <div className="columns">
        <Card title={tx(row.disabled_at ? 'enable' : 'disable')}>
          <Form
            session={session}
            to={row.disabled_at ? '/operators/enable' : '/operators/disable'}
            submit={tx(row.disabled_at ? 'enable' : 'disable')}
            danger={!row.disabled_at}
            fixed={fixedFields}
          >
            <Reason />
          </Form>
        </Card>
        <Card title={tx('appReset')}>
          <Form session={session} to="/operators/reset-app" submit={tx('appReset')} danger fixed={fixedFields}>
            <Reason />
          </Form>
        </Card>
        <Card title={tx('passwordReset')}>
          <Form session={session} to="/operators/password" submit={tx('passwordReset')} danger fixed={fixedFields}>
            <Input
              name="password"
              label={tx('operatorPassword')}
              hint={tx('operatorPasswordHint', { min: OPERATOR_PASSWORD_MIN })}
              value={randomBytes(12).toString('base64url')}
              maxLength={256}
              autoComplete="off"
            />
            <Reason />
          </Form>
        </Card>
      </div>
    </>
  );
}
