import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const uploadImage: ClientCall<typeof schemas.uploadImage, 'required'> = {
  id: 'upload.image',
  method: 'POST',
  path: '/wps/member/upload',
  token: 'required',
};

export const uploadGet: ClientCall<typeof schemas.uploadGet, 'required'> = {
  id: 'upload.get',
  method: 'GET',
  path: '/wps/member/upload',
  token: 'required',
};

export const uploadAvatar: ClientCall<typeof schemas.uploadAvatar, 'none'> = {
  id: 'upload.avatar',
  method: 'GET',
  path: '/wps/member/avatar',
  token: 'none',
};
