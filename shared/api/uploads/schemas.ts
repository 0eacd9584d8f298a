import * as v from 'valibot';
import { code, nothing } from '../fields.ts';
import { UPLOAD_PURPOSES } from '../upload-purposes.ts';

export const uploadImage = {
  query: v.strictObject({ purpose: v.picklist(UPLOAD_PURPOSES) }),
  body: nothing,
  value: v.object({ id: code, width: v.number(), height: v.number() }),
};

export const uploadGet = {
  query: v.strictObject({ id: code }),
  body: nothing,
  value: v.object({}),
};

export const uploadAvatar = {
  query: v.strictObject({ id: code }),
  body: nothing,
  value: v.object({}),
};
