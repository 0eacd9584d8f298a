import { renderSVG } from 'uqr';
import { Card, Facts, Form, Input, OPERATOR_PASSWORD_MIN, type OperatorSession, tx } from '../operators/index.ts';

/** Pages of the sign-in steps. */

export function SignInPage({ name }: { readonly name: string }) {
  return (
    <div className="entry">
      <Card title={tx('signIn')}>
        <Form session={{ formKey: '' }} to="/sign-in" submit={tx('signIn')}>
          <Input name="name" label={tx('name')} value={name} autoComplete="username" maxLength={64} />
          <Input name="password" label={tx('password')} type="password" autoComplete="current-password" maxLength={256} />
        </Form>
      </Card>
    </div>
  );
}

export function ChangePage({ session }: { readonly session: OperatorSession }) {
  return (
    <div className="entry">
      <Card title={tx('changeTitle')}>
        <p>{tx('changeText')}</p>
        <Form session={session} to="/password" submit={tx('save')}>
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

export function EnrolPage({ session, secret, uri }: { readonly session: OperatorSession; readonly secret: string; readonly uri: string }) {
  const picture = `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri)).toString('base64')}`;
  return (
    <div className="entry">
      <Card title={tx('enrolTitle')}>
        <p>{tx('enrolText')}</p>
        <img className="qr" src={picture} alt={tx('enrolCode')} width={200} height={200} />
        <Facts rows={[[tx('enrolKey'), <code key="key">{secret}</code>]]} />
        <CodeForm session={session} />
      </Card>
    </div>
  );
}

export function CodePage({ session }: { readonly session: OperatorSession }) {
  return (
    <div className="entry">
      <Card title={tx('totpTitle')}>
        <CodeForm session={session} />
      </Card>
    </div>
  );
}

function CodeForm({ session }: { readonly session: OperatorSession }) {
  return (
    <Form session={session} to="/code" submit={tx('continue')}>
      <Input name="code" label={tx('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
    </Form>
  );
}
