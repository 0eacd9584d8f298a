import { Secret, TOTP } from 'otpauth';
import { callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { MEMBER_TYPE, TRIAL_TYPE } from '../../../../shared/constants.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub, type EventHub } from '../../base/events/hub.ts';
import { createWallet } from '../../ledger/index.ts';
import { endPlay, handPlayOn } from '../../play/vendors/index.ts';
import type { TestPlatform } from '../../test-platform.ts';
import { insertMember, type NewMemberRow } from '../members/store.ts';
import { testPasswords } from '../members/test-passwords.ts';
import type { NewSession, OpenedSession, Sessions } from './contracts.ts';
import { createSessions } from './sessions.ts';

export const TEST_PASSWORD = 'calm-tide-9';
export const OTHER_PASSWORD = 'new-calm-tide';

export interface TestMember {
  readonly id: string;
  readonly account: string;
}

let count = 0;
let hash: Promise<string> | undefined;

/** A member with a wallet, created without the registration, for tests of later steps. */
export async function addTestMember(
  { db, clock, merchant }: TestPlatform,
  { type = MEMBER_TYPE.member, ...more }: Partial<Pick<NewMemberRow, 'type' | 'ownPassword' | 'columns'>> = {},
): Promise<TestMember> {
  count += 1;
  hash ??= testPasswords().hash(TEST_PASSWORD);
  const draft = { merchant, account: `sailor${count}`, type, currency: 'USD', passwordHash: await hash, ownPassword: true, ...more };
  const member = await insertMember(db, draft, clock.now());
  if (!member) throw new Error(`${draft.account} is there already`);
  const realm = type === TRIAL_TYPE ? 'trial' : 'real';
  await createWallet({ clock, hub: createEventHub() }).openMember(db, { memberId: member.id, currency: member.currency, realm });
  return member;
}

/** The sessions of a platform, for actions without a call. */
export function sessionsOf({ clock, merchant }: TestPlatform, hub: EventHub = createEventHub()): Sessions {
  return createSessions({ clock, hub, merchant, endPlay, handPlayOn });
}

export function openTestSession(
  test: TestPlatform,
  member: TestMember,
  more: Partial<NewSession> = {},
  sessions = sessionsOf(test),
): Promise<OpenedSession> {
  return inTransaction(test.db, (tx, afterCommit) =>
    sessions.open(tx, afterCommit, {
      memberId: member.id,
      clientAddress: '192.0.2.10',
      userAgent: '',
      country: null,
      deviceId: null,
      mayChange: false,
      rememberFamily: null,
      ...more,
    }),
  );
}

/** Sets up an authenticator app; returns a function for the current six digits, and the recovery codes. */
export async function enrolTotp(test: TestPlatform, token: string) {
  const { secret } = (await test.call(callNamed('member.totpStart'), { token })).body.value;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => app.generate({ timestamp: test.clock.now().getTime() });
  const { recoveryCodes } = (await test.call(callNamed('member.totpConfirm'), { token, body: { code: code() } })).body.value;
  return { code, recoveryCodes: recoveryCodes as readonly string[] };
}

/** Kinds of a member's events, oldest first. */
export async function eventsOf({ db }: TestPlatform, member: TestMember): Promise<readonly string[]> {
  const rows = await db.selectFrom('account_event').select('kind').where('member_id', '=', member.id).orderBy('id').execute();
  return rows.map(({ kind }) => kind);
}

export function callNamed(id: string): AnyCall {
  const call = callById(id);
  if (!call) throw new Error(`no call ${id}`);
  return call;
}
