import { MAX_IMAGE_BYTES } from '../../constants.ts';
import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** Pictures of members: PNG or JPEG by content, re-encoded before storage. */
export const uploadImage = defineCall(calls.uploadImage, schemas.uploadImage, {
  module: 'member',
  summary: 'Upload a picture; its id goes into the call that it belongs to within a day.',
  actors: 'real',
  throttle: 'upload',
  rawBody: MAX_IMAGE_BYTES,
});

export const uploadGet = defineCall(calls.uploadGet, schemas.uploadGet, {
  module: 'member',
  summary: 'A picture that the member has uploaded.',
  actors: 'real',
  answer: 'picture',
});

export const uploadAvatar = defineCall(calls.uploadAvatar, schemas.uploadAvatar, {
  module: 'member',
  summary: 'A picture that a member has chosen as avatar.',
  actors: 'anyone',
  answer: 'picture',
});
