import { type AvatarType, usualAvatar } from '../../../../shared/avatars.ts';

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
