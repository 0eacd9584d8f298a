import {
  memberIcons,
  playerAvatar,
  profileAppearance,
  profileAvatar,
  profileGet,
  profileUpdate,
} from '../../../../shared/api/profile/contract.ts';
import { avatarHref, STATIC_AVATARS } from '../../../../shared/avatars.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { findById } from '../members/index.ts';
import { chooseAvatar } from './avatar.ts';
import { type PresentedAvatar, presentAvatar } from './present-avatar.ts';
import { changeAppearance, changeProfile, type ProfileDeps, readOwnProfile } from './service.ts';

export function profileRoutes(deps: ProfileDeps): readonly BoundCall[] {
  return [
    bind(profileGet, ({ actor }) => readOwnProfile(deps, actor.memberId)),
    bind(profileAppearance, async (owner, { body }) => {
      await changeAppearance(deps, owner, body);
      return {};
    }),
    bind(profileUpdate, async (owner, { body }) => {
      await changeProfile(deps, owner, body);
      return {};
    }),
    bind(profileAvatar, async (owner, { body }) => withUrl(await chooseAvatar(deps, owner, body))),
    bind(playerAvatar, async ({ actor }) => {
      const member = await findById(deps.db, actor.memberId);
      if (!member) throw new Refusal('unauthorized');
      return withUrl(presentAvatar(member));
    }),
    bind(memberIcons, async () => ({
      icons: STATIC_AVATARS.map((avatar) => ({ avatar, url: avatarHref('STATIC', avatar) })),
    })),
  ];
}

function withUrl({ avatarType, avatar }: PresentedAvatar) {
  return { avatarType, avatar, url: avatarHref(avatarType, avatar) };
}
