import type { BodyOf } from '../../../shared/api/define-call.ts';
import type { profileAvatar } from '../../../shared/api/profile-calls.ts';
import { type AvatarType, STATIC_AVATARS, usualAvatar } from '../../../shared/avatars.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { notifyChanged, type Owner, type ProfileDeps } from './service.ts';

export interface PresentedAvatar {
  readonly avatarType: AvatarType;
  readonly avatar: string;
}

/** The member's avatar; default: a drawn one. */
export function presentAvatar(member: {
  readonly id: string;
  readonly avatar_type: AvatarType;
  readonly avatar: string | null;
}): PresentedAvatar {
  return { avatarType: member.avatar_type, avatar: member.avatar ?? usualAvatar(member.id) };
}

/** Replaces the avatar and removes the previous picture. */
export async function chooseAvatar(
  deps: ProfileDeps,
  owner: Owner,
  { avatarType, avatar, pictures }: BodyOf<typeof profileAvatar>,
): Promise<PresentedAvatar> {
  const { db, uploads } = deps;
  const { memberId } = owner.actor;
  const chosen = avatar ?? pictures?.[0];
  if (chosen === undefined) throw new Refusal('invalid_fields', {}, { pictures: { code: 'field_required' } });
  if (avatarType === 'STATIC' && !STATIC_AVATARS.some((name) => name === chosen))
    throw new Refusal('invalid_fields', {}, { avatar: { code: 'field_format' } });
  await inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('member')
      .select(['avatar_type', 'avatar'])
      .where('id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    if (avatarType === 'CUSTOM') await uploads.claim(tx, memberId, 'avatar', [chosen]);
    await tx.updateTable('member').set({ avatar_type: avatarType, avatar: chosen }).where('id', '=', memberId).execute();
    if (before?.avatar_type !== avatarType || before.avatar !== chosen) await notifyChanged(tx, deps, owner);
    if (before?.avatar_type === 'CUSTOM' && before.avatar) await uploads.drop(tx, memberId, before.avatar);
  });
  return { avatarType, avatar: chosen };
}
