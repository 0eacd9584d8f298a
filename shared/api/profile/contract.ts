import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** Profile of the signed-in member. */
export const profileGet = defineCall(calls.profileGet, schemas.profileGet, {
  module: 'member',
  summary: 'Public appearance and personal details of the member.',
  actors: 'real',
});

export const profileAppearance = defineCall(calls.profileAppearance, schemas.profileAppearance, {
  module: 'member',
  summary: 'Change the nickname, and whether wins are shown.',
  actors: 'real',
  freshness: 'confirmed',
  throttle: 'money',
});

export const profileUpdate = defineCall(calls.profileUpdate, schemas.profileUpdate, {
  module: 'member',
  summary: 'Change personal details; absent fields do not change. Name, birth date and id number can be set once.',
  actors: 'real',
  freshness: 'confirmed',
  throttle: 'money',
});

export const profileAvatar = defineCall(calls.profileAvatar, schemas.profileAvatar, {
  module: 'member',
  summary: 'Choose a drawn avatar by its name, or a fresh upload by its id.',
  actors: 'real',
  freshness: 'confirmed',
  throttle: 'money',
  pictures: { field: 'pictures', purpose: 'avatar' },
});

export const playerAvatar = defineCall(calls.playerAvatar, schemas.playerAvatar, {
  module: 'MCSFE_getPlayerAvatar',
  summary: 'Avatar of the member, and where it is shown from.',
  actors: 'signed-in',
});

export const memberIcons = defineCall(calls.memberIcons, schemas.memberIcons, {
  module: 'member',
  summary: 'The drawn avatars that a member can choose from.',
  actors: 'signed-in',
});
