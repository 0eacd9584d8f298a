import * as v from 'valibot';
import {
  Card,
  type ConsoleArea,
  type ConsoleInput,
  defineForm,
  Facts,
  Form,
  Input,
  OPERATOR_PASSWORD_MIN,
  OperatorError,
  type Operators,
  tx,
} from '../../operators/index.ts';

export interface OwnAccountDeps {
  readonly operators: Pick<Operators, 'changePassword'>;
}

const password = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256));
const code = v.pipe(
  v.string(),
  v.transform((typed) => typed.replace(/\s/g, '')),
  v.regex(/^\d{6}$/),
);

/** The signed-in operator's own account. */
export function ownAccountArea({ operators }: OwnAccountDeps): ConsoleArea {
  return {
    pages: [
      { path: '/account', action: 'account', title: 'ownAccount', load: async ({ session }) => <OwnAccountPage session={session} /> },
    ],
    forms: [
      defineForm({
        path: '/account/password',
        action: 'account',
        body: v.object({ current: password, code, password }),
        async run({ session, address }, change) {
          switch (await operators.changePassword(session, change, address)) {
            case 'short':
              throw new OperatorError('passwordShort', { min: OPERATOR_PASSWORD_MIN }, 'password');
            case 'weak':
              throw new OperatorError('passwordWeak', {}, 'password');
            case 'same':
              throw new OperatorError('passwordSame', {}, 'password');
            case 'wrong':
              throw new OperatorError('ownPasswordFailed', {}, 'current');
            case 'ended':
              throw new OperatorError('sessionEnded');
            case 'done':
              return { to: '/account', message: 'done_ownPassword' };
          }
        },
      }),
    ],
  };
}

function OwnAccountPage({ session }: { readonly session: ConsoleInput['session'] }) {
  return (
    <div className="columns">
      <Card title={tx('ownAccount')}>
        <Facts
          rows={[
            [tx('name'), session.name],
            [tx('role'), session.role],
          ]}
        />
        <p>{tx('ownAccountText')}</p>
      </Card>
      <Card title={tx('ownPassword')}>
        <p>{tx('ownPasswordText')}</p>
        <Form session={session} to="/account/password" submit={tx('ownPassword')}>
          <Input name="current" label={tx('currentPassword')} type="password" autoComplete="current-password" maxLength={256} />
          <Input name="code" label={tx('ownCode')} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          <Input
            name="password"
            label={tx('newPassword')}
            hint={tx('newPasswordHint', { min: OPERATOR_PASSWORD_MIN })}
            type="password"
            autoComplete="new-password"
            maxLength={256}
          />
        </Form>
      </Card>
    </div>
  );
}
