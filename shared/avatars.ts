import { uploadAvatar } from './api/uploads/calls.ts';

/** Names of the built-in avatars, made for this product: `client/public/avatars/<name>.svg`. */
export const STATIC_AVATARS = [
  'anchor',
  'lighthouse',
  'sail',
  'shell',
  'wave',
  'starfish',
  'whale',
  'compass',
  'palm',
  'crab',
  'moon',
  'pearl',
] as const;
export type AvatarType = 'CUSTOM' | 'STATIC';

/** Default avatar: always the same one for the same member. */
export function usualAvatar(memberId: string): string {
  let sum = 0;
  for (const character of memberId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return STATIC_AVATARS[sum % STATIC_AVATARS.length] ?? STATIC_AVATARS[0];
}

/** Address of an avatar. One that this product does not have is replaced, always by the same one. */
export function avatarHref(type: AvatarType, avatar: string): string {
  return type === 'CUSTOM'
    ? `${uploadAvatar.path}?id=${encodeURIComponent(avatar)}`
    : `/avatars/${STATIC_AVATARS.find((name) => name === avatar) ?? usualAvatar(avatar)}.svg`;
}
