import type { BodyOf, ValueOf } from '../../../../shared/api/client-call.ts';
import type { profileAppearance, profileGet, profileUpdate } from '../../../../shared/api/profile/calls.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import {
  checkNickname,
  checkProfileField,
  FIXED_FIELDS,
  PROFILE_FIELDS,
  type ProfileField,
  profileFieldRule,
} from '../../../../shared/rules/profile-fields.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { CallContext } from '../../base/http/index.ts';
import { type FieldRefusal, Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { UploadService } from '../../base/uploads/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { lockProfile, type Profile, readProfile, writeProfile } from '../../notify/contacts/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { findById, recordEvent } from '../members/index.ts';
import { presentAvatar } from './present-avatar.ts';

export interface ProfileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly messages: Pick<Messages, 'notify'>;
  readonly uploads: UploadService;
}

export type Owner = Pick<CallContext, 'clientAddress' | 'country'> & { readonly actor: { readonly memberId: string } };

/** Document numbers are masked, also for their owner. */
const MASKED: readonly ProfileField[] = ['idNumber'];
const VISIBLE_CHARACTERS = 4;

export async function readOwnProfile({ db, merchant, secrets }: ProfileDeps, memberId: string): Promise<ValueOf<typeof profileGet>> {
  const member = await findById(db, memberId);
  if (!member) throw new Refusal('unauthorized');
  const { settings } = await readMerchant(db, merchant);
  const { fields } = settings.profile;
  const profile = await readProfile(db, secrets, memberId);
  return {
    nickname: member.nickname,
    showWins: member.show_wins,
    ...presentAvatar(member),
    fields: PROFILE_FIELDS.filter((name) => fields.includes(name)).map((name) => ({
      name,
      value: maskedValue(name, profile[name] ?? ''),
      fixed: isFixed(name, profile),
      maxLength: profileFieldRule(name, settings.registration).maxLength,
    })),
  };
}

export async function changeAppearance(deps: ProfileDeps, owner: Owner, form: BodyOf<typeof profileAppearance>): Promise<void> {
  const problem = checkNickname(form.nickname);
  if (problem) throw new Refusal('invalid_fields', {}, { nickname: problem });
  const [nickname, shows] = [normaliseValue(form.nickname), form.showWins];
  await inTransaction(deps.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('member')
      .set({ nickname, show_wins: shows })
      .where('id', '=', owner.actor.memberId)
      .where(({ eb, or }) => or([eb('nickname', 'is distinct from', nickname), eb('show_wins', '!=', shows)]))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await notifyChanged(tx, deps, owner);
  });
}

/** Stores the changes, refuses with all invalid fields at once, and notifies the member of a change. */
export async function changeProfile(deps: ProfileDeps, owner: Owner, form: BodyOf<typeof profileUpdate>): Promise<void> {
  const { db, clock, merchant, secrets } = deps;
  const { memberId } = owner.actor;
  const { settings } = await readMerchant(db, merchant);
  await inTransaction(db, async (tx) => {
    const profile = await lockProfile(tx, secrets, memberId);
    const changes = changesOf(form, profile, settings.profile.fields);
    const problems: Record<string, FieldRefusal> = {};
    for (const [name, value] of changes) {
      const problem: FieldRefusal | undefined = isFixed(name, profile)
        ? { code: 'field_fixed' }
        : checkProfileField(name, value, settings.registration, clock.now());
      if (problem) problems[name] = problem;
    }
    if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
    if (changes.length === 0) return;
    await writeProfile(tx, secrets, memberId, merged(profile, changes));
    await notifyChanged(tx, deps, owner);
  });
}

/** Adds a history line and notifies the member, who would otherwise not learn of a change by another person. */
export async function notifyChanged(tx: Tx, { merchant, clock, messages }: ProfileDeps, owner: Owner): Promise<void> {
  const { clientAddress, country, actor } = owner;
  await recordEvent(tx, { merchant, memberId: actor.memberId, kind: 'profile_changed', clientAddress, country, at: clock.now() });
  await messages.notify(tx, actor.memberId, 'profile_changed');
}

/** Changed fields. A masked value that is sent back unchanged is no change. */
function changesOf(form: BodyOf<typeof profileUpdate>, profile: Profile, fields: readonly ProfileField[]): [ProfileField, string][] {
  return fields.flatMap((name) => {
    const input = form[name];
    const before = profile[name] ?? '';
    return input === undefined || input === before || input === maskedValue(name, before) ? [] : [[name, input] as [ProfileField, string]];
  });
}

function merged(profile: Profile, changes: readonly [ProfileField, string][]): Profile {
  const all = { ...profile, ...Object.fromEntries(changes) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function isFixed(name: ProfileField, profile: Profile): boolean {
  return FIXED_FIELDS.includes(name) && (profile[name] ?? '') !== '';
}

function maskedValue(name: ProfileField, value: string): string {
  return MASKED.includes(name) && value !== '' ? `•••• ${value.slice(-VISIBLE_CHARACTERS)}` : value;
}
