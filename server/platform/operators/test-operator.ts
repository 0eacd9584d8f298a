import { Secret, TOTP } from 'otpauth';
import supertest from 'supertest';
import { createSecrets } from '../base/secrets.ts';
import { testPasswords } from '../identity/members/test-passwords.ts';
import { TEST_DATA_KEY, type TestPlatform } from '../test-platform.ts';
import { createOperators } from './operators.ts';
import type { Role } from './roles.ts';

export const OPERATOR_PASSWORD = 'harbour-lights-77';
let count = 0;

/** An operator with a browser without scripts. */
export interface TestOperator {
  readonly name: string;
  get(path: string): supertest.Test;
  /** Posts a form with the session's key. */
  post(path: string, fields?: Readonly<Record<string, string>>): supertest.Test;
  /** Posts a form with a picture. */
  send(path: string, fields: Readonly<Record<string, string>>, picture: Buffer): supertest.Test;
  readonly cookie: () => string;
  readonly formKey: () => string;
}

function formKeyOf(html: string): string {
  return /name="formKey" value="([\w-]*)"/.exec(html)?.[1] ?? '';
}

export function operatorsOf(test: TestPlatform) {
  const { db, clock, merchant } = test;
  return createOperators({
    db,
    clock,
    merchant,
    secrets: createSecrets(TEST_DATA_KEY),
    passwords: testPasswords(),
    knownPassword: undefined,
  });
}

export async function addOperator(test: TestPlatform, role: Role, mustChange = false): Promise<string> {
  count += 1;
  const name = `${role}${count}`;
  await operatorsOf(test).add(test.db, { name, role, password: OPERATOR_PASSWORD, mustChange });
  return name;
}

export function browser(test: TestPlatform) {
  let cookie = '';
  let formKey = '';
  const withCookie = (request: supertest.Test) =>
    request.on('response', (response: { headers: Record<string, unknown>; text?: string }) => {
      for (const set of [response.headers['set-cookie'] ?? []].flat() as string[]) cookie = set.split(';')[0] ?? '';
      if (response.text?.includes('formKey')) formKey = formKeyOf(response.text) || formKey;
    });
  const at = (path: string) => `/internal/console${path}`;
  return {
    cookie: () => cookie,
    formKey: () => formKey,
    get: (path: string) => withCookie(supertest(test.url).get(at(path)).set('Cookie', cookie)),
    post: (path: string, fields: Readonly<Record<string, string>> = {}) =>
      withCookie(
        supertest(test.url)
          .post(at(path))
          .set('Cookie', cookie)
          .type('form')
          .send({ formKey, ...fields }),
      ),
    send(path: string, fields: Readonly<Record<string, string>>, picture: Buffer) {
      const request = supertest(test.url).post(at(path)).set('Cookie', cookie);
      for (const [name, value] of Object.entries({ formKey, ...fields })) request.field(name, value);
      return withCookie(request.attach('picture', picture, { filename: 'a.png' }));
    },
  };
}

/** Code of the app whose key the page shows. */
export function codeFor(test: TestPlatform, secret: string): string {
  return new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: test.clock.now().getTime(),
  });
}

/** All sign-in steps, with a new authenticator setup. */
export async function signInAs(test: TestPlatform, role: Role): Promise<TestOperator> {
  return signInAgain(test, await addOperator(test, role));
}

/** The same for an operator whose authenticator was reset. */
export async function signInAgain(test: TestPlatform, name: string): Promise<TestOperator> {
  const window = browser(test);
  await window.post('/sign-in', { name, password: OPERATOR_PASSWORD });
  const { text } = await window.get('/sign-in');
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(text)?.[1] ?? '';
  await window.post('/code', { code: codeFor(test, secret) });
  return { name, ...window };
}
