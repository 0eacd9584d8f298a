import * as v from 'valibot';
import { PROFILE_FIELDS } from '../../rules/profile-field-names.ts';
import { code, nothing, text } from '../fields.ts';

const avatar = { avatarType: v.picklist(['CUSTOM', 'STATIC']), avatar: v.string() };

export const profileGet = {
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
};

export const profileAppearance = {
  query: nothing,
  body: v.strictObject({ nickname: text(80), showWins: v.optional(v.boolean(), false) }),
  value: v.object({}),
};

const optionalText = v.optional(v.pipe(text(), v.trim()));

export const profileUpdate = {
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
};

export const profileAvatar = {
  query: nothing,
  body: v.strictObject({
    avatarType: v.picklist(['CUSTOM', 'STATIC']),
    avatar: v.optional(code),
    /** Replaces `avatar` in a form without script: one upload. */
    pictures: v.optional(v.pipe(v.array(code), v.maxLength(1))),
  }),
  value: v.object({ ...avatar, url: v.string() }),
};

export const playerAvatar = {
  query: nothing,
  body: nothing,
  value: v.object({ ...avatar, url: v.string() }),
};

export const memberIcons = {
  query: nothing,
  body: nothing,
  value: v.object({ icons: v.array(v.object({ avatar: v.string(), url: v.string() })) }),
};
