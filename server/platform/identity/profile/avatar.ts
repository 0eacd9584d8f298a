import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { profileAvatar } from '../../../../shared/api/profile/calls.ts';
import { STATIC_AVATARS } from '../../../../shared/avatars.ts';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { PresentedAvatar } from './present-avatar.ts';
import { notifyChanged, type Owner, type ProfileDeps } from './service.ts';

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
