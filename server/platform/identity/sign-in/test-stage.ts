import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import * as v from 'valibot';
import type { PendingValue, SignedInValue } from '../../../../shared/api/sign-in/schemas.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import type { CallContext } from '../../base/http/binding.ts';
import type { Caller } from '../../base/http/index.ts';
import { translateRefusal } from '../../base/http/translate.ts';
import { createTranslate } from '../../base/http/translate-text.ts';
import { Refusal } from '../../base/refusal.ts';
import { createSecrets } from '../../base/secrets.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { type ContactChannel, sealedContact } from '../../notify/contacts/contacts.ts';
import type { Factors, HeldFactors } from '../factors/contracts.ts';
import type { Passwords } from '../members/passwords.ts';
import { findById, insertMember, type MemberRow } from '../members/store.ts';
import type { Sessions } from '../sessions/contracts.ts';
import { createSessions } from '../sessions/sessions.ts';
import type { CodeRequest, Codes, HumanCheck } from '../verification/contracts.ts';
import { testCaller } from '../verification/test-caller.ts';
import type { SignInRequest } from './contracts.ts';
import { type SignInRouteDeps, signInRoutes } from './routes.ts';
import { createSignIn } from './sign-in.ts';

export const PASSWORD = 'calm-tide-9';
/** Accepted by the stand-ins. */
export const RIGHT_CODE = '123789';
const NO_FACTORS: HeldFactors = { totp: false, recoveryCodesLeft: 0, passkeys: 0 };

/** Hashing without cost, with a counter of comparisons. */
export function countingPasswords() {
  const count = { checks: 0, verified: 0 };
  const passwords: Passwords = {
    hash: async (password) => `hash of ${password}`,
    async verify(hash, password) {
      count.verified += 1;
      if (hash !== undefined) count.checks += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return hash === `hash of ${password}`;
    },
  };
  return { passwords, count };
}

export interface Answered {
  readonly success: boolean;
  readonly value: (Partial<SignedInValue> & Partial<PendingValue> & { waitSeconds?: number; expiredMinutes?: number }) | null;
  readonly code?: string;
  readonly message?: string;
  readonly captcha?: boolean;
}

/** The sign-in feature on a separate database, with stand-ins for other features. */
export async function openStage(db: Database, { passwords = countingPasswords().passwords }: { passwords?: Passwords } = {}) {
  const start = new Date('2026-11-21T12:00:00Z');
  const clock = movableClock({ now: () => start });
  const merchant = `m${randomUUID().slice(0, 8)}`;
  const secrets = createSecrets('a-data-key-for-tests-of-32-characters');
  await addMerchant(db, merchant, demoSettings());

  const held = new Map<string, HeldFactors>();
  const sent: CodeRequest[] = [];
  const notices: { memberId: string; template: string }[] = [];
  const humanChecks: { action: string; rule: string }[] = [];
  const spent: Parameters<Codes['spend']>[0][] = [];
  const sending: { refusal?: Refusal } = {};
  const factors: Factors = {
    held: async (_executor, memberId) => held.get(memberId) ?? NO_FACTORS,
    check: async (memberId, method, proof) => proof === `${method} of ${memberId}`,
    memberOfPasskey: async () => null,
    sweep: async () => undefined,
  };
  const codes: Codes = {
    async send(request) {
      sent.push(request);
      if (sending.refusal) throw sending.refusal;
      return { expiredMinutes: 5, waitSeconds: 60, channel: 'sms' };
    },
    /** Accepts the code sent to this recipient for this purpose and binding. */
    async spend(request) {
      spent.push(request);
      const { purpose, channel, to, binding, code } = request;
      const fits = (one: CodeRequest) =>
        one.deliver && one.purpose === purpose && one.channel === channel && one.to === to && one.binding === binding;
      return code === RIGHT_CODE && sent.some(fits);
    },
    tokenFor: async () => undefined,
    async verifiedNumber(token) {
      if (!token.startsWith('phone ')) throw new Refusal('phone_unknown_error');
      return token.slice('phone '.length);
    },
    phoneSiteKey: async () => null,
    readMobile: (dialingCode, mobile) => `+${dialingCode}${mobile}`,
    sweep: async () => undefined,
  };
  const human: HumanCheck = {
    async require(action, { challenge = '' }, _caller, rule = 'required') {
      humanChecks.push({ action, rule });
      if (challenge === '' && rule === 'required') throw new Refusal('challenge_required');
      if (challenge !== '' && challenge !== 'solved') throw new Refusal('challenge_failed');
    },
  };
  const sessions: Sessions = {
    ...createSessions({ clock, hub: createEventHub(), merchant, endPlay: async () => undefined, handPlayOn: async () => undefined }),
    remember: async () => ({ token: 'R'.repeat(43), expiresAt: new Date(start.getTime() + DAY_MS), family: 'family-1' }),
  };
  const messages: SignInRouteDeps['messages'] = {
    post: async () => undefined,
    notify: async (_executor, memberId, template) => void notices.push({ memberId, template }),
    reaches: async () => true,
    flush: async () => undefined,
    recent: async () => [],
    sweep: async () => undefined,
  };
  const deps = { db, clock, merchant, secrets, passwords, sessions, factors, codes, messages };
  /** Another process on the same database. */
  const process = () => createSignIn(deps);
  const signIn = process();
  const routes = new Map(signInRoutes({ ...deps, signIn, human }).map((bound) => [bound.call.id, bound]));
  const translate = createTranslate();
  let members = 0;

  return {
    ...deps,
    signIn,
    process,
    held,
    sent,
    spent,
    notices,
    asked: humanChecks,
    sending,

    /** A member with a password chosen by themselves, and an earlier sign-in without a network. */
    async addMember({ password = PASSWORD, type = 0, ownPassword = true } = {}): Promise<MemberRow> {
      members += 1;
      const draft = { merchant, account: `sailor${members}`, type, currency: 'USD', ownPassword, columns: {} };
      const member = await insertMember(db, { ...draft, passwordHash: await passwords.hash(password) }, clock.now());
      if (!member) throw new Error('the name is taken');
      return member;
    },
    async verifyContact({ id }: MemberRow, channel: ContactChannel, to: string): Promise<MemberRow> {
      const { sealed, key } = sealedContact(secrets, channel, to);
      const now = clock.now();
      const columns =
        channel === 'sms'
          ? { mobile: sealed, mobile_key: key, mobile_verified_at: now }
          : { email: sealed, email_key: key, email_verified_at: now };
      await db.updateTable('member').set(columns).where('id', '=', id).execute();
      return this.member(id);
    },
    async member(id: string): Promise<MemberRow> {
      const member = await findById(db, id);
      if (!member) throw new Error('no such member');
      return member;
    },
    async change(edit: (settings: MerchantSettings) => unknown): Promise<void> {
      const { settings } = await readMerchant(db, merchant);
      edit(settings);
      await saveSettings(db, merchant, settings);
    },
    complete: (request: Omit<SignInRequest, 'caller' | 'remember'> & { caller?: Partial<Caller>; remember?: boolean }) =>
      inTransaction(db, (tx, afterCommit) =>
        signIn.complete(tx, afterCommit, { remember: false, ...request, caller: testCaller(request.caller) }),
      ),
    /** The response of a call, in English. */
    async call(call: { readonly id: string }, body: unknown, from: Partial<CallContext> = {}): Promise<Answered> {
      const bound = routes.get(call.id);
      if (!bound) throw new Error(`no route for ${call.id}`);
      const context: CallContext = {
        ...testCaller(),
        actor: null,
        ticket: null,
        merchant,
        regionRestricted: false,
        requestId: 'test',
        log: pino({ level: 'silent' }),
        ...from,
      };
      try {
        const value = (await bound.handle(context, { query: {}, body: v.parse(bound.call.body, body) })) as Answered['value'];
        return { success: true, value };
      } catch (error) {
        if (error instanceof Refusal) return translateRefusal(error, 'EN', translate).envelope as Answered;
        throw error;
      }
    },
    events: async (memberId: string) =>
      (await db.selectFrom('account_event').select('kind').where('member_id', '=', memberId).orderBy('id').execute()).map(
        ({ kind }) => kind,
      ),
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;
