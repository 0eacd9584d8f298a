import { randomBytes } from 'node:crypto';
import {
  Badge,
  Card,
  type ConsoleInput,
  Form,
  Input,
  OPERATOR_PASSWORD_MIN,
  type OperatorRow,
  Reason,
  ROLES,
  type Role,
  Select,
  Table,
  Time,
  tx,
} from '../../operators/index.ts';

export type ListedOperator = Pick<OperatorRow, 'id' | 'name' | 'totp_confirmed_at' | 'disabled_at' | 'created_at'> & {
  readonly role: Role;
};
type Session = ConsoleInput['session'];

export function OperatorsPage({ session, rows }: { readonly session: Session; readonly rows: readonly ListedOperator[] }) {
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
              tx(`role_${row.role}`),
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
          <Select name="role" label={tx('role')} options={ROLES.map((role) => [role, tx(`role_${role}`)])} />
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

function State({ row: { disabled_at, totp_confirmed_at } }: { readonly row: ListedOperator }) {
  if (disabled_at) return <Badge tone="neg">{tx('disabled')}</Badge>;
  return totp_confirmed_at ? <Badge tone="pos">{tx('active')}</Badge> : <Badge tone="warn">{tx('appMissing')}</Badge>;
}

export function OperatorPage({ session, row }: { readonly session: Session; readonly row: ListedOperator }) {
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
        <strong>{row.name}</strong> · {tx(`role_${row.role}`)} <State row={row} />
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
