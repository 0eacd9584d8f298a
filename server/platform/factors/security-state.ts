import type { ValueOf } from '../../../shared/api/define-call.ts';
import type { securityState } from '../../../shared/api/factor-calls.ts';
import { CONTACT_COLUMN, type ContactChannel, maskContact, openContact } from '../accounts/contacts.ts';
import { findById, type MemberRow } from '../accounts/store.ts';
import type { PaymentPasswordAdmin } from '../payment-password/index.ts';
import type { PayoutAccounts } from '../payout-accounts/index.ts';
import { Refusal } from '../refusal.ts';
import type { FactorsDeps } from './factors.ts';
import { passkeysOf } from './passkeys.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

export interface SecurityStateDeps extends FactorsDeps {
  readonly paymentPassword: Pick<PaymentPasswordAdmin, 'changedAt'>;
  readonly payoutAccounts: Pick<PayoutAccounts, 'list'>;
}

/** The account's protection, for its owner. */
export async function readSecurityState(deps: SecurityStateDeps, memberId: string): Promise<ValueOf<typeof securityState>> {
  const { db, secrets, paymentPassword, payoutAccounts } = deps;
  const member = await findById(db, memberId);
  if (!member) throw new Refusal('unauthorized');
  const totp = await db.selectFrom('member_totp').select('confirmed_at').where('member_id', '=', memberId).executeTakeFirst();
  const passkeys = await passkeysOf(db, memberId);
  const contact = (channel: ContactChannel) => verifiedContact(member, channel, (sealed) => openContact(secrets, channel, sealed));
  const [mobile, email] = [contact('sms'), contact('email')];
  return {
    passwordChangedAt: member.password_changed_at.toISOString(),
    mobile: mobile?.masked ?? null,
    mobileVerifiedAt: mobile?.verifiedAt ?? null,
    email: email?.masked ?? null,
    emailVerifiedAt: email?.verifiedAt ?? null,
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
