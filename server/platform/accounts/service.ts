import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { normaliseValue } from '../../../shared/rules/check-field.ts';
import { checkNewPassword, checkRegistration, type RegisterValues } from '../../../shared/rules/check-registration.ts';
import type { Clock } from '../clock.ts';
import { readMerchant } from '../content/index.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { EventHub } from '../events/hub.ts';
import { Refusal } from '../refusal.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Actor } from './actor.ts';
import { sweepFailures } from './login-lock.ts';
import { newMember } from './new-member.ts';
import { createPasswordCheck, type PasswordCheck } from './password-check.ts';
import type { Passwords } from './passwords.ts';
import { type OpenedSession, type Sessions, tellEnded } from './sessions.ts';
import { findById, findByName, insertMember, type MemberRow, type NewMember, noteLogin, setPassword } from './store.ts';

export interface AccountsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** Stops stakes in games that are open; whoever is still signed in may open them anew. */
  readonly endPlay: (executor: Executor, memberId: string, now: Date) => Promise<void>;
}

export interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string;
}
export interface SignedIn {
  readonly session: OpenedSession;
  readonly member: MemberRow;
  readonly firstTimeLogin: boolean;
  readonly passwordExpired: boolean;
}

export interface PasswordForm {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmNewPassword: string;
}

export interface Accounts {
  login(credentials: { username: string; password: string }, caller: Caller): Promise<SignedIn>;
  /** Values as typed; refuses with every wrong field at once. */
  register(form: { values: RegisterValues; agreed: boolean }, caller: Caller): Promise<SignedIn>;
  logout(actor: Actor): Promise<void>;
  changePassword(actor: Actor, form: PasswordForm): Promise<void>;
  member(memberId: string): Promise<MemberRow>;
  /** A member with its wallet, for the seed and for operators. Undefined when the name is taken. */
  addMember(tx: Tx, member: Omit<NewMember, 'merchant'>): Promise<MemberRow | undefined>;
  sweep(): Promise<void>;
}

const DAY_MS = 86_400_000;

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, clock, merchant, wallet, passwords, sessions, hub } = deps;
  const isPassword = createPasswordCheck(deps);

  const addMember: Accounts['addMember'] = async (tx, member) => {
    const row = await insertMember(tx, { ...member, merchant }, clock.now());
    if (row) await wallet.openMember(tx, { memberId: row.id, currency: row.currency, realm: row.type === TRIAL_TYPE ? 'trial' : 'real' });
    return row;
  };

  const signIn = async (tx: Tx, member: MemberRow, caller: Caller): Promise<OpenedSession> => {
    await noteLogin(tx, member, clock.now());
    return sessions.open(tx, member.id, caller);
  };

  return {
    addMember,

    async login({ username, password }, caller) {
      const { settings } = await readMerchant(db, merchant);
      const member = await findByName(db, merchant, username);
      if (!(await isPassword(username, member, password)) || !member) throw new Refusal('wrong_credentials');
      const session = await inTransaction(db, (tx) => signIn(tx, member, caller));
      const limit = settings.passwordExpiryDays;
      const age = clock.now().getTime() - member.password_changed_at.getTime();
      return {
        session,
        // What was the last sign-in until now is the one to show.
        member: { ...member, previous_login_at: member.last_login_at },
        firstTimeLogin: member.first_login_at === null,
        passwordExpired: limit !== null && age > limit * DAY_MS,
      };
    },

    async register({ values, agreed }, caller) {
      const { settings } = await readMerchant(db, merchant);
      const { registration, currency } = settings;
      if (!registration.open || !registration.usernameRegister) throw new Refusal('registration_closed');
      if (!agreed) throw new Refusal('terms_required');
      const problems = checkRegistration(registration, values, clock.now());
      if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
      const draft = newMember(values, registration.fields, await passwords.hash(normaliseValue(values.password)), currency);
      return inTransaction(db, async (tx) => {
        const member = await addMember(tx, draft);
        if (!member) throw new Refusal('username_taken', {}, { username: { code: 'field_taken' } });
        return { session: await signIn(tx, member, caller), member, firstTimeLogin: false, passwordExpired: false };
      });
    },

    async logout({ sessionId, memberId }) {
      await inTransaction(db, async (tx, afterCommit) => {
        await sessions.end(tx, sessionId);
        await deps.endPlay(tx, memberId, clock.now());
        afterCommit(() => tellEnded(hub, [sessionId]));
      });
    },

    changePassword: (actor, form) => changePassword(deps, isPassword, actor, form),

    async member(memberId) {
      const member = await findById(db, memberId);
      if (!member) throw new Refusal('unauthorized');
      return member;
    },

    async sweep() {
      await sweepFailures(db, clock.now());
      await sessions.sweep(db);
    },
  };
}

async function changePassword(
  { db, clock, merchant, passwords, sessions, hub, endPlay }: AccountsDeps,
  isPassword: PasswordCheck,
  actor: Actor,
  { oldPassword, newPassword, confirmNewPassword }: PasswordForm,
): Promise<void> {
  const { settings } = await readMerchant(db, merchant);
  const member = await findById(db, actor.memberId);
  if (!(await isPassword(actor.account, member, oldPassword))) throw new Refusal('old_password_wrong');
  const rule = settings.registration.fields.password;
  const problems = rule ? checkNewPassword(rule, newPassword, confirmNewPassword, actor.account) : {};
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
  if (normaliseValue(newPassword) === normaliseValue(oldPassword))
    throw new Refusal('invalid_fields', {}, { newPassword: { code: 'field_password_same' } });
  const hash = await passwords.hash(normaliseValue(newPassword));
  await inTransaction(db, async (tx, afterCommit) => {
    await setPassword(tx, actor.memberId, hash, clock.now());
    const ended = await sessions.endOthers(tx, actor.memberId, actor.sessionId);
    await endPlay(tx, actor.memberId, clock.now());
    afterCommit(() => tellEnded(hub, ended));
  });
}
