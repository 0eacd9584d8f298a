import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { securityState } from '../../../../shared/api/security/calls.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { CONTACT_COLUMN, type ContactChannel, maskContact, openContact } from '../../notify/contacts/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { type FactorsDeps, passkeysOf, recoveryCodesLeft } from '../factors/index.ts';
import { findById, type MemberRow } from '../members/index.ts';
import type { PaymentPasswordAdmin } from '../payment-password/index.ts';

/** A payout account as the security page shows it. */
export interface ShownPayoutAccount {
  readonly kind: ValueOf<typeof securityState>['payoutAccounts'][number]['kind'];
  readonly providerName: string;
  readonly masked: string;
  readonly addedAt: Date;
}

const CHANNELS = ['sms', 'email'] as const;

export interface SecurityStateDeps extends FactorsDeps {
  readonly messages: Pick<Messages, 'reaches'>;
  readonly paymentPassword: Pick<PaymentPasswordAdmin, 'changedAt'>;
  /** Payout accounts belong to a layer above. */
  readonly payoutAccounts: { list(executor: Executor, memberId: string): Promise<readonly ShownPayoutAccount[]> };
}

/** The account's protection, for its owner. */
export async function readSecurityState(deps: SecurityStateDeps, memberId: string): Promise<ValueOf<typeof securityState>> {
  const { db, secrets, messages, paymentPassword, payoutAccounts } = deps;
  const member = await findById(db, memberId);
  if (!member) throw new Refusal('unauthorized');
  const totp = await db.selectFrom('member_totp').select('confirmed_at').where('member_id', '=', memberId).executeTakeFirst();
  const passkeys = await passkeysOf(db, memberId);
  const contact = (channel: ContactChannel) => verifiedContact(member, channel, (sealed) => openContact(secrets, channel, sealed));
  const [mobile, email] = [contact('sms'), contact('email')];
  const reached = await Promise.all(CHANNELS.map((channel) => messages.reaches(db, channel)));
  return {
    passwordChangedAt: member.password_changed_at.toISOString(),
    mobile: mobile?.masked ?? null,
    mobileVerifiedAt: mobile?.verifiedAt ?? null,
    email: email?.masked ?? null,
    emailVerifiedAt: email?.verifiedAt ?? null,
    channels: CHANNELS.filter((_channel, index) => reached[index]),
    totp: totp !== undefined,
    totpSince: totp?.confirmed_at.toISOString() ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(db, memberId),
    paymentPasswordChangedAt: (await paymentPassword.changedAt(db, memberId))?.toISOString() ?? null,
    payoutAccounts: (await payoutAccounts.list(db, memberId)).map(({ kind, providerName, masked, addedAt }) => ({
      kind,
      providerName,
      masked,
      addedAt: addedAt.toISOString(),
    })),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, backed_up }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
      backedUp: backed_up,
    })),
  };
}

function verifiedContact(member: MemberRow, channel: ContactChannel, open: (sealed: string) => string) {
  const sealed = member[CONTACT_COLUMN[channel]];
  const verifiedAt = member[`${CONTACT_COLUMN[channel]}_verified_at`];
  return sealed && verifiedAt ? { masked: maskContact(channel, open(sealed)), verifiedAt: verifiedAt.toISOString() } : undefined;
}
