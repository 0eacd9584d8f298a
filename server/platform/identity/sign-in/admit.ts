import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import { noteIdentity, notePlace } from '../../protection/links/index.ts';
import { screenAccount } from '../../protection/responsible-gaming/index.ts';
import { accountKey, type MemberRow, noteLogin, recordEvent } from '../members/index.ts';
import type { SignInDeps, SignInPath, SignInResult } from './contracts.ts';
import { addDevice, type Device, touchDevice } from './devices.ts';
import { clearFailures } from './login-lock.ts';
import { type KnownNetworks, networkOf, rememberNetwork } from './networks.ts';
import { isPasswordExpired, mustChangePassword, provesPossession } from './policy.ts';

/** A sign-in that the policy has accepted. */
export interface Admission {
  readonly member: MemberRow;
  readonly path: SignInPath;
  readonly caller: Caller;
  readonly remember: boolean;
  readonly weakDefault: boolean;
  readonly rememberFamily: string | null;
  readonly settings: MerchantSettings;
  readonly device: Device | undefined;
  readonly networks: KnownNetworks;
  /** A second step was completed. */
  readonly stepDone: boolean;
}

/** Opens the session and stores the data that decides about the next sign-in. */
export async function admit(
  deps: SignInDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  admission: Admission,
): Promise<Extract<SignInResult, { kind: 'signed-in' }>> {
  const { clock, sessions } = deps;
  const { member, caller, path, settings, stepDone } = admission;
  const now = clock.now();
  const mustChange = mustChangePassword(member, admission, settings, now);
  if (mustChange && !member.must_change) await tx.updateTable('member').set({ must_change: true }).where('id', '=', member.id).execute();
  await noteLogin(tx, member, now, caller.country);
  await noteNetwork(tx, admission, now);
  const device = await noteDevice(deps, tx, admission, now);
  await notePlace(tx, member.id, { browser: device.browser, network: networkOf(caller.clientAddress) }, now);
  if (isNew(admission)) await screenAccount(tx, deps, member.id);
  else await noteIdentity(tx, deps.secrets, member.id, now);
  if (stepDone || provesPossession(path)) await clearFailures(tx, { merchant: deps.merchant, accountKey: accountKey(member.account) });
  const remembered = await rememberToken(deps, tx, admission);
  const session = await sessions.open(tx, afterCommit, {
    memberId: member.id,
    clientAddress: caller.clientAddress,
    userAgent: caller.userAgent,
    country: caller.country,
    deviceId: device.id,
    // A remember token alone does not replace the old password.
    mayChange: mustChange && (path !== 'remember' || stepDone),
    rememberFamily: remembered?.family ?? admission.rememberFamily,
  });
  await recordEvent(tx, {
    merchant: deps.merchant,
    memberId: member.id,
    kind: 'signed_in',
    clientAddress: caller.clientAddress,
    country: caller.country,
    at: now,
  });
  return {
    kind: 'signed-in',
    session,
    // Shows the previous sign-in as the last one.
    member: {
      ...member,
      must_change: mustChange,
      previous_login_at: member.last_login_at,
      previous_login_country: member.last_login_country,
    },
    firstTimeLogin: member.first_login_at === null,
    passwordExpired: isPasswordExpired(member, settings, now),
    mustChangePassword: mustChange,
    deviceToken: device.token,
    remember: remembered && { token: remembered.token, expiresAt: remembered.expiresAt.toISOString() },
  };
}

/** First sign-in of a real-money account. */
function isNew({ member }: Admission): boolean {
  return member.last_login_at === null && member.type !== TRIAL_TYPE;
}

/** Without a second step, the calling sign-in replaces the remember token that it used. */
function rememberToken({ sessions }: SignInDeps, tx: Tx, { member, remember, rememberFamily, stepDone }: Admission) {
  if (rememberFamily !== null) return stepDone ? sessions.renew(tx, member.id, rememberFamily) : null;
  return remember ? sessions.remember(tx, member.id) : null;
}

/** A password alone makes a network known only at the very first sign-in. Other paths and second steps always do. */
async function noteNetwork(tx: Tx, { member, caller, path, networks, stepDone }: Admission, now: Date): Promise<void> {
  const network = networkOf(caller.clientAddress);
  if (network !== null && (networks.isKnownHere || !networks.any || stepDone || provesPossession(path)))
    await rememberNetwork(tx, member.id, network, caller.country, now);
}

/** The token is empty if the browser has one already. */
async function noteDevice(
  { messages }: SignInDeps,
  tx: Tx,
  { member, device, caller }: Admission,
  now: Date,
): Promise<Device & { readonly token: string }> {
  if (device) {
    await touchDevice(tx, device, caller, now);
    return { ...device, token: '' };
  }
  if (member.last_login_at !== null) await messages.notify(tx, member.id, 'new_device');
  return addDevice(tx, member.id, caller, now);
}
