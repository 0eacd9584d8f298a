export { UPLOAD_PURPOSES, type UploadKeeper, type UploadPurpose, type Uploads } from './contracts.ts';
export { FOCUSES, type Focus, KEPT_TYPE, remakeInto } from './picture.ts';
export { uploadRoutes } from './routes.ts';
export { createUploads } from './service.ts';
