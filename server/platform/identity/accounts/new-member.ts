import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Wallet } from '../../ledger/index.ts';
import { sealedContact, sealProfile } from '../../notify/contacts/index.ts';
import { insertMember, type MemberRow, type NewMemberRow } from '../members/index.ts';
import type { AdmitInvited } from './affiliates.ts';
import type { Referrals } from './referrals.ts';

/** Data of a new member. `NewMemberRow` is the stored form. */
export interface NewMember {
  readonly account: string;
  /** Public name; default: the account name. */
  readonly nickname?: string;
  readonly type: number;
  readonly currency: string;
  readonly passwordHash: string;
  /** Whether the member chose the password. A password set by another person must be changed at the first sign-in. */
  readonly ownPassword: boolean;
  readonly paymentHash?: string;
  /** E.164. */
  readonly mobile?: Contact;
  /** Normalised (`readEmail`). */
  readonly email?: Contact;
  readonly affiliate?: { readonly code: string; readonly agentId: string };
  /** The agent above, where no invitation names one. */
  readonly agentId?: string;
  /** Of the member who invited; kept as given if no member has it. */
  readonly referralCode?: string;
  /** Wire code of the language. */
  readonly language?: string;
  readonly freePlay?: boolean;
  /** Registration fields without a column of their own. */
  readonly profile?: Readonly<Record<string, string>>;
}

export interface Contact {
  readonly to: string;
  /** The contact has been verified. */
  readonly verified: boolean;
}

export interface AddMemberDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly wallet: Wallet;
  readonly admitInvited: AdmitInvited;
  readonly referrals: Referrals;
}

/** Stores a member with a wallet. Undefined if the name or a verified contact is taken. */
export type AddMember = (tx: Tx, member: NewMember) => Promise<MemberRow | undefined>;

export function createAddMember({ clock, merchant, secrets, wallet, admitInvited, referrals }: AddMemberDeps): AddMember {
  return async (tx, member) => {
    const now = clock.now();
    const row = await insertMember(tx, toRow(secrets, merchant, member, now), now);
    if (!row) return undefined;
    await wallet.openMember(tx, { memberId: row.id, currency: row.currency, realm: row.type === TRIAL_TYPE ? 'trial' : 'real' });
    if (member.affiliate) await admitInvited(tx, row, member.affiliate.code);
    if (member.referralCode !== undefined) await referrals.note(tx, row.id, member.referralCode);
    return row;
  };
}

function toRow(secrets: Secrets, merchant: string, member: NewMember, now: Date): NewMemberRow {
  const { account, type, currency, passwordHash, ownPassword, affiliate } = member;
  const mobile = member.mobile && sealedContact(secrets, 'sms', member.mobile.to);
  const email = member.email && sealedContact(secrets, 'email', member.email.to);
  return {
    merchant,
    account,
    type,
    currency,
    passwordHash,
    ownPassword,
    columns: {
      nickname: member.nickname ?? account,
      language: member.language ?? null,
      mobile: mobile?.sealed ?? null,
      mobile_key: mobile?.key ?? null,
      mobile_verified_at: member.mobile?.verified ? now : null,
      email: email?.sealed ?? null,
      email_key: email?.key ?? null,
      email_verified_at: member.email?.verified ? now : null,
      payment_hash: member.paymentHash ?? null,
      payment_changed_at: member.paymentHash === undefined ? null : now,
      sealed_profile: sealProfile(secrets, member.profile ?? {}),
      affiliate_code: affiliate?.code ?? null,
      agent_id: affiliate?.agentId ?? member.agentId ?? null,
      referral_code: member.referralCode ?? null,
      free_play: member.freePlay ?? false,
    },
  };
}
