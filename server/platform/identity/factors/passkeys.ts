import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as v from 'valibot';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type ChallengeOwner, newChallenge, spendChallenge } from './passkey-challenges.ts';

/** The package has 300 files, so it is imported with the first ceremony instead of at start. */
const webauthn = () => import('@simplewebauthn/server');

/** Passkeys per member. */
const MAX_PASSKEYS = 10;
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
const clientData = v.looseObject({ challenge: v.string(), crossOrigin: v.optional(v.boolean(), false) });

export interface PasskeyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

/** A verified new passkey; stored with `storePasskey`. */
export interface NewPasskey {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string;
  readonly backedUp: boolean;
}

/** Creation options: discoverable, with user verification, one per authenticator. */
export async function creationOptions(
  { db, clock }: PasskeyDeps,
  { owner, account, brand, siteOrigin }: { owner: ChallengeOwner; account: string; brand: string; siteOrigin: string },
) {
  const held = await passkeysOf(db, owner.memberId);
  refuseMore(held.length);
  return (await webauthn()).generateRegistrationOptions({
    rpName: brand,
    rpID: new URL(siteOrigin).hostname,
    userName: account,
    userID: new Uint8Array(Buffer.from(owner.memberId)),
    challenge: new Uint8Array(Buffer.from(await newChallenge(db, { purpose: 'create', owner }, clock.now()), 'base64url')),
    attestationType: 'none',
    excludeCredentials: held.map(({ id, transports }) => ({ id, transports: readTransports(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Verifies the browser's response for this session; refuses with `passkey_invalid`. */
export async function readNewPasskey(
  { db, clock }: PasskeyDeps,
  owner: ChallengeOwner,
  proof: string,
  siteOrigin: string,
): Promise<NewPasskey> {
  const response = readProof<RegistrationResponseJSON>(proof);
  const challenge = response && (await challengeOf(db, response, { purpose: 'create', owner }, clock.now()));
  if (!challenge) throw new Refusal('passkey_invalid');
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({ response, expectedChallenge: challenge, ...site(siteOrigin) }).catch(() => null);
  if (!checked?.verified) throw new Refusal('passkey_invalid');
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: readTransports(credential.transports?.join(',') ?? '').join(','),
    backedUp: credentialBackedUp,
  };
}

/** The transaction must have locked the member, so that the limit holds for concurrent calls. */
export async function storePasskey(executor: Executor, memberId: string, passkey: NewPasskey, name: string, now: Date): Promise<void> {
  refuseMore((await passkeysOf(executor, memberId)).length);
  const inserted = await executor
    .insertInto('member_passkey')
    .values({
      id: passkey.id,
      member_id: memberId,
      public_key: passkey.publicKey,
      counter: passkey.counter.toString(),
      transports: passkey.transports,
      name,
      backed_up: passkey.backedUp,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Refusal('passkey_invalid');
}

/** Options of an assertion. They name no member, so they reveal nothing. */
export async function requestOptions({ db, clock }: PasskeyDeps, siteOrigin: string) {
  const challenge = await newChallenge(db, { purpose: 'show', owner: null }, clock.now());
  return (await webauthn()).generateAuthenticationOptions({
    rpID: new URL(siteOrigin).hostname,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  });
}

/** The member of the assertion, once per challenge; null if it is invalid. */
export async function memberOfAssertion({ db, clock, merchant }: PasskeyDeps, proof: string, siteOrigin: string): Promise<string | null> {
  const response = readProof<AuthenticationResponseJSON>(proof);
  const challenge = response && (await challengeOf(db, response, { purpose: 'show', owner: null }, clock.now()));
  if (!challenge || typeof response.id !== 'string') return null;
  const passkey = await db
    .selectFrom('member_passkey')
    .innerJoin('member', 'member.id', 'member_passkey.member_id')
    .selectAll('member_passkey')
    .where('member_passkey.id', '=', response.id)
    .where('member.merchant', '=', merchant)
    .executeTakeFirst();
  if (!passkey || !isHandleOf(response.response.userHandle, passkey.member_id)) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    ...site(siteOrigin),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return (await noteUse(db, passkey, newCounter, credentialBackedUp, clock.now())) ? passkey.member_id : null;
}

export function passkeysOf(executor: Executor, memberId: string) {
  return executor
    .selectFrom('member_passkey')
    .select(['id', 'name', 'transports', 'backed_up', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function removePasskey(executor: Executor, memberId: string, id: string): Promise<string | null> {
  const removed = await executor
    .deleteFrom('member_passkey')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name ?? null;
}

/** Of two concurrent assertions with the same counter (a cloned key), one is accepted. */
async function noteUse(
  executor: Executor,
  passkey: { readonly id: string; readonly counter: string },
  counter: number,
  backedUp: boolean,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('member_passkey')
    .set({ counter: counter.toString(), backed_up: backedUp, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The challenge of the response, after consuming it. Cross-origin frames are rejected. */
async function challengeOf(
  executor: Executor,
  { response }: { readonly response: { readonly clientDataJSON: string } },
  use: Parameters<typeof spendChallenge>[2],
  now: Date,
): Promise<string | undefined> {
  const parsed = v.safeParse(clientData, parseJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')));
  if (!parsed.success) return undefined;
  const { challenge, crossOrigin } = parsed.output;
  return (await spendChallenge(executor, challenge, use, now)) && !crossOrigin ? challenge : undefined;
}

const proofShape = v.looseObject({ id: v.string(), response: v.looseObject({ clientDataJSON: v.string() }) });

/** Checks the outer format only; the verification checks the rest. */
function readProof<Response>(proof: string): Response | undefined {
  const parsed = v.safeParse(proofShape, parseJson(proof));
  return parsed.success ? (parsed.output as Response) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function site(siteOrigin: string) {
  return { expectedOrigin: siteOrigin, expectedRPID: new URL(siteOrigin).hostname, requireUserVerification: true } as const;
}

/** Authenticators that store a passkey return its user handle. */
function isHandleOf(userHandle: string | undefined, memberId: string): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString('utf8') === memberId;
}

function readTransports(list: string): AuthenticatorTransport[] {
  return list.split(',').filter((name) => TRANSPORTS.includes(name)) as AuthenticatorTransport[];
}

function refuseMore(held: number): void {
  if (held >= MAX_PASSKEYS) throw new Refusal('passkey_limit', { max: MAX_PASSKEYS });
}
