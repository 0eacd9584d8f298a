import * as v from 'valibot';
import { MAX_IMAGE_BYTES } from '../constants.ts';
import { defineCall } from './define-call.ts';
import { code, nothing } from './fields.ts';
import { UPLOAD_PURPOSES } from './upload-purposes.ts';

/** Pictures of members: PNG or JPEG by content, re-encoded before storage. */
export const uploadImage = defineCall({
  id: 'upload.image',
  method: 'POST',
  path: '/wps/member/upload',
  module: 'member',
  summary: 'Upload a picture; its id goes into the call that it belongs to within a day.',
  token: 'required',
  actors: 'real',
  throttle: 'upload',
  rawBody: MAX_IMAGE_BYTES,
  query: v.strictObject({ purpose: v.picklist(UPLOAD_PURPOSES) }),
  body: nothing,
  value: v.object({ id: code, width: v.number(), height: v.number() }),
});

export const uploadGet = defineCall({
  id: 'upload.get',
  method: 'GET',
  path: '/wps/member/upload',
  module: 'member',
  summary: 'A picture that the member has uploaded.',
  token: 'required',
  actors: 'real',
  answer: 'picture',
  query: v.strictObject({ id: code }),
  body: nothing,
  value: v.object({}),
});

export const uploadAvatar = defineCall({
  id: 'upload.avatar',
  method: 'GET',
  path: '/wps/member/avatar',
  module: 'member',
  summary: 'A picture that a member has chosen as avatar.',
  token: 'none',
  actors: 'anyone',
  answer: 'picture',
  query: v.strictObject({ id: code }),
  body: nothing,
  value: v.object({}),
});
