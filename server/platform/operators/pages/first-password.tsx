import { randomBytes } from 'node:crypto';
import { Card } from './parts.tsx';
import { type TextKey, tx } from './texts.ts';

/** A random password with letters of both cases, digits and a sign, which the rules of every merchant accept. */
export function firstPassword(): string {
  return `A1-${randomBytes(9).toString('base64url')}`;
}

interface Props {
  readonly account: string;
  readonly password: string;
  /** With `name`. */
  readonly title: TextKey;
  readonly text: TextKey;
  readonly back: { readonly to: string; readonly text: TextKey };
}

/** Shown once: only the hash is stored. */
export function FirstPassword({ account, password, title, text, back }: Props) {
  return (
    <Card title={tx(title, { name: account })}>
      <p>{tx(text)}</p>
      <p>
        <code>{password}</code>
      </p>
      <p>
        <a href={`/console${back.to}`}>{tx(back.text)}</a>
      </p>
    </Card>
  );
}
