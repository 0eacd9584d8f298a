import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { DEMO } from '../kit/player.ts';
import { FORM_TYPE, type Visitor } from './contracts.ts';

/** The console page that a browser without scripts has open. */
export interface Operator {
  readonly visitor: Visitor & { readonly formKey: string };
  /** A page below `/console`. */
  read(path: string): Promise<string>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<void>;
}

const TOTP_PERIOD_MS = 30_000;
const FIRST_PASSWORD = 'first-password-1';

/** Authenticator keys by operator, because each is shown only once. */
const apps = new Map<string, TOTP>();

/** Enters name and password; the operator is then at the next step. */
export async function enter(adminUrl: string, name: string, password: string = DEMO.member.password): Promise<Operator> {
  let visitor = { cookie: '', formKey: '' };
  const request = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${adminUrl}/console${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie: visitor.cookie, ...init.headers },
    });
    const text = await answer.text();
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')[0] ?? visitor.cookie;
    visitor = { cookie, formKey: /name="formKey" value="([\w-]+)"/.exec(text)?.[1] ?? visitor.formKey };
    return text;
  };
  const operator: Operator = {
    get visitor() {
      return visitor;
    },
    read: (path) => request(path),
    async post(path, fields) {
      const body = new URLSearchParams({ formKey: visitor.formKey, ...fields }).toString();
      await request(path, { method: 'POST', headers: { 'content-type': FORM_TYPE }, body });
    },
  };
  await operator.post('/sign-in', { name, password });
  await operator.read('/sign-in');
  return operator;
}

/** Signs in completely, and sets up an authenticator app the first time. */
export async function signInOperator(adminUrl: string, name: string): Promise<Operator> {
  const operator = await enter(adminUrl, name);
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(await operator.read('/sign-in'))?.[1];
  // Each code is valid once, and the current one may be used up. Then the next one is used, which is already accepted.
  const isNew = secret !== undefined;
  const app = isNew ? new TOTP({ secret }) : apps.get(name);
  if (!app) throw new Error(`${name} has no authenticator app`);
  apps.set(name, app);
  await operator.post('/code', { code: app.generate({ timestamp: Date.now() + (isNew ? 0 : TOTP_PERIOD_MS) }) });
  if (!(await operator.read('')).includes('action="/console/sign-out"')) throw new Error(`${name} is not signed in`);
  return operator;
}

/** A new operator at the step of choosing a password; sending that form once completes the step. */
export async function enterAsNew(adminUrl: string, admin: Operator): Promise<Operator> {
  const name = `scan.${randomBytes(6).toString('hex')}`;
  await admin.post('/operators/add', { name, role: 'support', password: FIRST_PASSWORD, reason: 'For the scan' });
  return enter(adminUrl, name, FIRST_PASSWORD);
}
