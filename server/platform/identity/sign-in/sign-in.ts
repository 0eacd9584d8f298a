import type { AfterCommit, Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { accountKey, findById, type MemberRow } from '../members/index.ts';
import { lockMember } from '../sessions/index.ts';
import { admit } from './admit.ts';
import type { SignIn, SignInDeps, SignInRequest, SignInResult } from './contracts.ts';
import { findDevice, sweepDevices } from './devices.ts';
import { clearFailures, sweepFailures } from './login-lock.ts';
import { channelsOf, maskedContacts, verifiedContacts } from './member-contacts.ts';
import { knownNetworks, networkOf } from './networks.ts';
import { createPasswordCheck, type PasswordCheck } from './password-check.ts';
import { openTicket, type PendingDetail, sweepTickets } from './pending.ts';
import { isWeakDefault, neededStep } from './policy.ts';

export interface SignInService extends SignIn {
  /** Failures at the name that still count in the caller's lane. */
  readonly failures: PasswordCheck['failures'];
  /** Completes a sign-in after its second step. */
  finish(tx: Tx, afterCommit: AfterCommit, member: MemberRow, detail: PendingDetail, caller: Caller): Promise<SignInResult>;
  sweep(): Promise<void>;
}

export function createSignIn(deps: SignInDeps): SignInService {
  const { db, clock, merchant } = deps;
  const check = createPasswordCheck(deps);
  return {
    isPassword: check.isRight,
    failures: check.failures,
    unlock: (tx, account) => clearFailures(tx, { merchant, accountKey: accountKey(account) }),
    complete: (tx, afterCommit, request) => complete(deps, tx, afterCommit, request),
    finish: async (tx, afterCommit, member, detail, caller) =>
      admit(deps, tx, afterCommit, { ...detail, ...(await readSignInContext(deps, tx, member, caller)), member, caller, stepDone: true }),
    async sweep() {
      const now = clock.now();
      await sweepFailures(db, now);
      await sweepTickets(db, now);
      await sweepDevices(db, now);
    },
  };
}

async function complete(deps: SignInDeps, tx: Tx, afterCommit: AfterCommit, request: SignInRequest): Promise<SignInResult> {
  const { secrets, factors, clock } = deps;
  const { path, caller, remember, rememberFamily = null } = request;
  const member = await lockCurrentMember(tx, request);
  const context = await readSignInContext(deps, tx, member, caller);
  const contacts = verifiedContacts(secrets, member);
  const step = neededStep({
    path,
    checkAddress: context.settings.access.checkAddress,
    networks: context.networks,
    deviceKnown: context.device !== undefined,
    held: await factors.held(tx, member.id),
    contacts: channelsOf(contacts),
  });
  const detail = { path, remember, weakDefault: isWeakDefault(request), rememberFamily };
  if (!step) return admit(deps, tx, afterCommit, { ...detail, ...context, member, caller, stepDone: false });
  const { ticket, expiresAt } = await openTicket(tx, secrets, { memberId: member.id, reason: step.reason, detail }, clock.now());
  return { kind: 'pending', ticket, expiresAt, ...step, ...maskedContacts(contacts, step.methods) };
}

/**
 * Locks the member until the commit. Refuses a member who was blocked or whose password changed during the comparison: the call that ended
 * the member's sessions could not see this one.
 */
async function lockCurrentMember(tx: Tx, { member, path }: SignInRequest): Promise<MemberRow> {
  await lockMember(tx, member.id);
  const current = await findById(tx, member.id);
  if (current?.status !== 'active') throw new Refusal('wrong_credentials');
  if (path === 'password' && current.password_hash !== member.password_hash) throw new Refusal('wrong_credentials');
  return current;
}

/** Data about network and browser. */
async function readSignInContext({ merchant }: SignInDeps, tx: Tx, member: MemberRow, caller: Caller) {
  return {
    settings: (await readMerchant(tx, merchant)).settings,
    device: await findDevice(tx, member.id, caller.deviceToken),
    networks: await knownNetworks(tx, member.id, networkOf(caller.clientAddress)),
  };
}
