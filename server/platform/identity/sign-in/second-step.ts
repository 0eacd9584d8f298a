import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { stepSend, stepVerify } from '../../../../shared/api/sign-in/calls.ts';
import type { StepMethod } from '../../../../shared/api/sign-in/constants.ts';
import type { PendingValue } from '../../../../shared/api/sign-in/schemas.ts';
import { type Executor, inTransaction } from '../../base/db/index.ts';
import type { CallContext, Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { findById, type MemberRow, recordEvent } from '../members/index.ts';
import { lockMember } from '../sessions/index.ts';
import type { SignInDeps, SignInResult } from './contracts.ts';
import { channelsOf, maskedContacts, type VerifiedContacts, verifiedContacts } from './member-contacts.ts';
import { endTicket, findTicket, type PendingDetail, type PendingRow, readDetail, reserveStep } from './pending.ts';
import { stepMethods } from './policy.ts';
import type { SignInService } from './sign-in.ts';

export interface SecondStepDeps extends SignInDeps {
  readonly signIn: SignInService;
}

interface OpenStep {
  readonly row: PendingRow;
  readonly member: MemberRow;
  readonly detail: PendingDetail;
  readonly contacts: VerifiedContacts;
  readonly methods: readonly StepMethod[];
}

/** Available methods, for a page that is loaded again. */
export async function stateOfStep(deps: SecondStepDeps, { ticket }: Pick<CallContext, 'ticket'>): Promise<PendingValue> {
  const row = await findTicket(deps.db, ticket ?? '', deps.clock.now());
  if (!row) throw new Refusal('step_expired');
  const ticketInfo = { ticket: '', reason: row.reason, expiresAt: row.expires_at.toISOString() };
  // A registration has no member yet, so there is nothing to check.
  if (row.reason === 'registration') return { verification: { ...ticketInfo, methods: [], mobile: null, email: null } };
  const { contacts, methods } = await openStep(deps, row);
  return { verification: { ...ticketInfo, methods: [...methods], ...maskedContacts(contacts, methods) } };
}

export async function sendStep(deps: SecondStepDeps, caller: CallContext, { method }: BodyOf<typeof stepSend>) {
  const row = await findTicket(deps.db, caller.ticket ?? '', deps.clock.now());
  if (!row) throw new Refusal('step_expired');
  const { contacts, methods } = await openStep(deps, row);
  const to = methods.includes(method) ? contacts[method] : undefined;
  if (to === undefined) throw new Refusal('bad_request');
  const { expiredMinutes, waitSeconds } = await deps.codes.send({
    purpose: 'step',
    channel: method,
    to,
    binding: row.ticket_hash,
    memberId: row.member_id,
    deliver: true,
    caller,
  });
  return { expiredMinutes, waitSeconds };
}

export async function verifyStep(deps: SecondStepDeps, caller: CallContext, proof: BodyOf<typeof stepVerify>): Promise<SignInResult> {
  const { db, clock, signIn } = deps;
  const row = await reserveStep(db, caller.ticket ?? '', clock.now());
  if (!row) throw new Refusal('step_expired');
  const step = await openStep(deps, row);
  if (!step.methods.includes(proof.method) || !(await isProof(deps, step, caller, proof))) {
    await noteFailure(deps, step.member, caller);
    throw new Refusal('step_failed');
  }
  return inTransaction(db, async (tx, afterCommit) => {
    if (!(await endTicket(tx, row, clock.now()))) throw new Refusal('step_expired');
    await lockMember(tx, row.member_id ?? '');
    const member = await memberOf(tx, row);
    return signIn.finish(tx, afterCommit, member, step.detail, caller);
  });
}

async function openStep({ db, secrets, factors }: SecondStepDeps, row: PendingRow): Promise<OpenStep> {
  if (row.reason === 'registration') throw new Refusal('step_expired');
  const member = await memberOf(db, row);
  const detail = readDetail(secrets, row);
  const contacts = verifiedContacts(secrets, member);
  const methods = stepMethods(row.reason, detail.path, await factors.held(db, member.id), channelsOf(contacts));
  return { row, member, detail, contacts, methods };
}

/** The credentials of the ticket must still be valid: the member is not blocked and the password is unchanged. */
async function memberOf(executor: Executor, row: PendingRow): Promise<MemberRow> {
  const member = await findById(executor, row.member_id ?? '');
  if (member?.status !== 'active' || member.password_changed_at > row.created_at) throw new Refusal('step_expired');
  return member;
}

async function isProof(
  { codes, factors }: SecondStepDeps,
  { row, member, contacts }: OpenStep,
  { siteOrigin }: Caller,
  { method, proof }: BodyOf<typeof stepVerify>,
): Promise<boolean> {
  if (method !== 'sms' && method !== 'email') return factors.check(member.id, method, proof, siteOrigin);
  return codes.spend({ purpose: 'step', channel: method, to: contacts[method] ?? '', binding: row.ticket_hash, code: proof });
}

async function noteFailure({ db, clock, merchant }: SecondStepDeps, member: MemberRow, caller: Caller): Promise<void> {
  const { clientAddress, country } = caller;
  await recordEvent(db, { merchant, memberId: member.id, kind: 'second_step_failed', clientAddress, country, at: clock.now() });
}
