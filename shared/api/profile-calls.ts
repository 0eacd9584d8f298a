import * as v from 'valibot';
import { PROFILE_FIELDS } from '../rules/profile-field-names.ts';
import { defineCall } from './define-call.ts';
import { code, nothing, text } from './fields.ts';

const avatar = { avatarType: v.picklist(['CUSTOM', 'STATIC']), avatar: v.string() };

/** Profile of the signed-in member. */
export const profileGet = defineCall({
  id: 'profile.get',
  method: 'GET',
  path: '/wps/member/profile',
  module: 'member',
  summary: 'Public appearance and personal details of the member.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    nickname: v.string(),
    /** False: excluded from the winner board. */
    showWins: v.boolean(),
    ...avatar,
    /** Fields that the merchant requests. */
    fields: v.array(
      v.object({
        name: v.picklist(PROFILE_FIELDS),
        /** Empty: not given. Document numbers are masked. */
        value: v.string(),
        /** The member can no longer change it. */
        fixed: v.boolean(),
        maxLength: v.number(),
      }),
    ),
  }),
});

export const profileAppearance = defineCall({
  id: 'profile.appearance',
  method: 'POST',
  path: '/wps/member/profile/appearance',
  module: 'member',
  summary: 'Change the nickname, and whether wins are shown.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ nickname: text(80), showWins: v.optional(v.boolean(), false) }),
  value: v.object({}),
});

const optionalText = v.optional(v.pipe(text(), v.trim()));

export const profileUpdate = defineCall({
  id: 'profile.update',
  method: 'POST',
  path: '/wps/member/profile',
  module: 'member',
  summary: 'Change personal details; absent fields do not change. Name, birth date and id number can be set once.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({
    payeeName: optionalText,
    birthday: optionalText,
    nationality: optionalText,
    idNumber: optionalText,
    address: optionalText,
    occupation: optionalText,
    sourceOfIncome: optionalText,
    line: optionalText,
    whatsapp: optionalText,
    telegram: optionalText,
    zalo: optionalText,
    facebook: optionalText,
    wechat: optionalText,
    qqNum: optionalText,
  }),
  value: v.object({}),
});

export const profileAvatar = defineCall({
  id: 'profile.avatar',
  method: 'POST',
  path: '/wps/member/profile/avatar',
  module: 'member',
  summary: 'Choose a drawn avatar by its name, or a fresh upload by its id.',
  token: 'required',
  actors: 'real',
  freshness: 'confirmed',
  throttle: 'money',
  pictures: { field: 'pictures', purpose: 'avatar' },
  query: nothing,
  body: v.strictObject({
    avatarType: v.picklist(['CUSTOM', 'STATIC']),
    avatar: v.optional(code),
    /** Replaces `avatar` in a form without script: one upload. */
    pictures: v.optional(v.pipe(v.array(code), v.maxLength(1))),
  }),
  value: v.object({ ...avatar, url: v.string() }),
});

export const playerAvatar = defineCall({
  id: 'member.avatar',
  method: 'GET',
  path: '/wps/relay/MCSFE_getPlayerAvatar',
  module: 'MCSFE_getPlayerAvatar',
  summary: 'Avatar of the member, and where it is shown from.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ ...avatar, url: v.string() }),
});

export const memberIcons = defineCall({
  id: 'member.icon',
  method: 'GET',
  path: '/wps/member/info/icon',
  module: 'member',
  summary: 'The drawn avatars that a member can choose from.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ icons: v.array(v.object({ avatar: v.string(), url: v.string() })) }),
});
