import { Refusal } from '../../base/refusal.ts';
import { findById, type MemberRow } from '../members/index.ts';
import { createFreePlay, type FreePlay, type FreePlayDeps } from './free-play.ts';
import { createGivePassword, type GivePassword } from './give-password.ts';
import { type AddMember, type AddMemberDeps, createAddMember } from './new-member.ts';
import { sealOldProfiles } from './old-profiles.ts';
import { createRecovery, type Recovery, type RecoveryDeps } from './recovery.ts';
import { createRegistration, type Register, type RegistrationDeps } from './registration.ts';
import { processResets, sweepResets } from './reset-requests.ts';

export interface AccountsDeps extends RegistrationDeps, RecoveryDeps, FreePlayDeps, AddMemberDeps {}

export interface Accounts extends Recovery {
  /** Takes the values as entered and refuses with all invalid fields at once. */
  readonly register: Register;
  readonly freePlay: FreePlay;
  member(memberId: string): Promise<MemberRow>;
  /** For the seed and for operators. */
  readonly addMember: AddMember;
  /** For operators. */
  readonly givePassword: GivePassword;
  /** Sends the messages for the requests that `requestByEmail` stored. */
  answerResets(): Promise<void>;
  sweep(): Promise<void>;
  /** Seals plain profiles of older versions; runs at each start. */
  sealOldProfiles(): Promise<void>;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const addMember = createAddMember(deps);
  return {
    ...createRecovery(deps),
    register: createRegistration(deps, addMember),
    freePlay: createFreePlay(deps, addMember),
    addMember,
    givePassword: createGivePassword(deps),
    answerResets: () => processResets(deps),
    sweep: () => sweepResets(deps),
    sealOldProfiles: () => sealOldProfiles(deps),

    async member(memberId) {
      const member = await findById(deps.db, memberId);
      if (!member) throw new Refusal('unauthorized');
      return member;
    },
  };
}
