import type { StepMethod } from '../../../../shared/api/sign-in/constants.ts';
import { WEAK_DEFAULT_PASSWORD } from '../../../../shared/constants.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import type { ContactChannel } from '../../notify/contacts/index.ts';
import { type HeldFactors, holdsFactor } from '../factors/index.ts';
import type { MemberRow } from '../members/index.ts';
import type { SignInPath, SignInRequest } from './contracts.ts';
import type { KnownNetworks } from './networks.ts';

/** Inputs of the decision between a session and a second step. */
export interface SignInContext {
  readonly path: SignInPath;
  /** The merchant requires a check of new networks. */
  readonly checkAddress: boolean;
  readonly networks: KnownNetworks;
  readonly deviceKnown: boolean;
  readonly held: HeldFactors;
  /** Verified contacts. */
  readonly contacts: readonly ContactChannel[];
}

export type StepReason = 'second_factor' | 'unregistered_address';

export interface NeededStep {
  readonly reason: StepReason;
  readonly methods: readonly StepMethod[];
}

/**
 * The sign-in policy of all paths (ASVS 6.3.4); null: no second step. A passkey counts as both factors. A remembered browser on a known
 * network has passed the second factor before.
 */
export function neededStep({ path, checkAddress, networks, deviceKnown, held, contacts }: SignInContext): NeededStep | null {
  if (path === 'passkey') return null;
  const isRemembered = path === 'remember' && networks.isKnownHere && deviceKnown;
  if (holdsFactor(held) && !isRemembered) return { reason: 'second_factor', methods: stepMethods('second_factor', path, held, contacts) };
  if (!checkAddress || !networks.any || networks.isKnownHere) return null;
  const methods = stepMethods('unregistered_address', path, held, contacts);
  return methods.length > 0 ? { reason: 'unregistered_address', methods } : null;
}

/**
 * A code does not replace an authenticator app. Members with passkeys only may use a code, because a machine may have none of their
 * passkeys. The channel of the first step proves nothing new.
 */
export function stepMethods(
  reason: StepReason,
  path: SignInPath,
  held: HeldFactors,
  contacts: readonly ContactChannel[],
): readonly StepMethod[] {
  const codes = contacts.filter((channel) => channel !== channelOf(path, contacts));
  if (reason === 'unregistered_address' && !holdsFactor(held)) return codes;
  return [
    ...(held.passkeys > 0 ? (['passkey'] as const) : []),
    ...(held.totp ? (['totp'] as const) : []),
    ...(held.totp && held.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
    ...(held.totp ? [] : codes),
  ];
}

/** Channel of the login code: the phone, otherwise the mailbox. */
export function codeChannel(contacts: readonly ContactChannel[]): ContactChannel | undefined {
  return contacts.includes('sms') ? 'sms' : contacts[0];
}

function channelOf(path: SignInPath, contacts: readonly ContactChannel[]): ContactChannel | undefined {
  if (path === 'sms') return 'sms';
  return path === 'code' ? codeChannel(contacts) : undefined;
}

/** Paths that prove possession, not only knowledge: they remove locks and make a network known. */
export function provesPossession(path: SignInPath): boolean {
  return path === 'sms' || path === 'code' || path === 'passkey';
}

export function isWeakDefault({ path, password }: Pick<SignInRequest, 'path' | 'password'>): boolean {
  return path === 'password' && normaliseValue(password) === WEAK_DEFAULT_PASSWORD;
}

export function isPasswordExpired(member: MemberRow, settings: MerchantSettings, now: Date): boolean {
  const days = settings.passwordExpiryDays;
  return days !== null && now.getTime() - member.password_changed_at.getTime() > days * DAY_MS;
}

/**
 * True after a sign-in with the weak default password, a password set by another person, or an expired one. Paths without a password never
 * start the requirement, but a started one lasts until the password is changed.
 */
export function mustChangePassword(
  member: MemberRow,
  sign: { readonly path: SignInPath; readonly weakDefault: boolean },
  settings: MerchantSettings,
  now: Date,
): boolean {
  if (member.must_change) return true;
  const { forcedPasswordChange, passwordExpiry } = settings.features;
  if (!forcedPasswordChange || (sign.path !== 'password' && sign.path !== 'remember')) return false;
  return sign.weakDefault || !hasOwnPassword(member) || (passwordExpiry === true && isPasswordExpired(member, settings, now));
}

/** Chosen by the member, at registration (which stored the first sign-in) or later. */
function hasOwnPassword(member: MemberRow): boolean {
  return member.first_login_at !== null || member.password_changed_at > member.created_at;
}
