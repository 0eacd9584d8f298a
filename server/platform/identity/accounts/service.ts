import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { findById, insertMember, type MemberRow } from '../members/index.ts';
import type { AdmitInvited } from './affiliates.ts';
import { createFreePlay, type FreePlay, type FreePlayDeps } from './free-play.ts';
import { type NewMember, toRow } from './new-member.ts';
import { sealOldProfiles } from './old-profiles.ts';
import { createRecovery, type Recovery, type RecoveryDeps } from './recovery.ts';
import { createRegistration, type Register, type RegistrationDeps } from './registration.ts';
import { processResets, sweepResets } from './reset-requests.ts';

export interface AccountsDeps extends RegistrationDeps, RecoveryDeps, FreePlayDeps {
  readonly wallet: Wallet;
  readonly admitInvited: AdmitInvited;
}

export interface Accounts extends Recovery {
  /** Takes the values as entered and refuses with all invalid fields at once. */
  readonly register: Register;
  readonly freePlay: FreePlay;
  member(memberId: string): Promise<MemberRow>;
  /** Creates a member with a wallet, for the seed and for operators. Undefined if the name or a verified contact is taken. */
  addMember(tx: Tx, member: NewMember): Promise<MemberRow | undefined>;
  /** Sends the messages for the requests that `requestByEmail` stored. */
  answerResets(): Promise<void>;
  sweep(): Promise<void>;
  /** Seals plain profiles of older versions; runs at each start. */
  sealOldProfiles(): Promise<void>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, clock, merchant, secrets, wallet, admitInvited } = deps;

  const addMember: Accounts['addMember'] = async (tx, member) => {
    const now = clock.now();
    const row = await insertMember(tx, toRow(secrets, merchant, member, now), now);
    if (!row) return undefined;
    await wallet.openMember(tx, { memberId: row.id, currency: row.currency, realm: row.type === TRIAL_TYPE ? 'trial' : 'real' });
    if (member.affiliate) await admitInvited(tx, row, member.affiliate.code);
    return row;
  };

  return {
    ...createRecovery(deps),
    register: createRegistration(deps, addMember),
    freePlay: createFreePlay(deps, addMember),
    addMember,
    answerResets: () => processResets(deps),
    sweep: () => sweepResets(deps),
    sealOldProfiles: () => sealOldProfiles(deps),

    async member(memberId) {
      const member = await findById(db, memberId);
      if (!member) throw new Refusal('unauthorized');
      return member;
    },
  };
}
