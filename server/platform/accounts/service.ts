import { TRIAL_TYPE } from '../../../shared/constants.ts';
import type { Tx } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { Wallet } from '../wallet/index.ts';
import { createFreePlay, type FreePlay, type FreePlayDeps } from './free-play.ts';
import { type NewMember, toRow } from './new-member.ts';
import { sealOldProfiles } from './old-profiles.ts';
import { createRecovery, type Recovery, type RecoveryDeps } from './recovery.ts';
import { createRegistration, type Register, type RegistrationDeps } from './registration.ts';
import { answerResets, sweepResets } from './reset-requests.ts';
import { findById, insertMember, type MemberRow } from './store.ts';

export interface AccountsDeps extends RegistrationDeps, RecoveryDeps, FreePlayDeps {
  readonly wallet: Wallet;
}

export interface Accounts extends Recovery {
  /** Values as typed; refuses with every wrong field at once. */
  readonly register: Register;
  readonly freePlay: FreePlay;
  member(memberId: string): Promise<MemberRow>;
  /** A member with its wallet, for the seed and for operators. Undefined when the name or a verified contact is taken. */
  addMember(tx: Tx, member: NewMember): Promise<MemberRow | undefined>;
  /** Sends the messages to whoever has forgotten the password; `askByEmail` only notes that somebody asked. */
  answerResets(): Promise<void>;
  sweep(): Promise<void>;
  /** Seals what members of an older version have in plain; part of every start. */
  sealOldProfiles(): Promise<void>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, clock, merchant, secrets, wallet } = deps;

  const addMember: Accounts['addMember'] = async (tx, member) => {
    const now = clock.now();
    const row = await insertMember(tx, toRow(secrets, merchant, member, now), now);
    if (row) await wallet.openMember(tx, { memberId: row.id, currency: row.currency, realm: row.type === TRIAL_TYPE ? 'trial' : 'real' });
    return row;
  };

  return {
    ...createRecovery(deps),
    register: createRegistration(deps, addMember),
    freePlay: createFreePlay(deps, addMember),
    addMember,
    answerResets: () => answerResets(deps),
    sweep: () => sweepResets(deps),
    sealOldProfiles: () => sealOldProfiles(deps),

    async member(memberId) {
      const member = await findById(db, memberId);
      if (!member) throw new Refusal('unauthorized');
      return member;
    },
  };
}
