export { UPLOAD_PURPOSES, type UploadPurpose, type UploadService, type Uploads } from './contracts.ts';
export { uploadsFeature } from './feature.ts';
export { FOCUSES, type Focus, remakeInto, STORED_TYPE } from './picture.ts';
export { uploadRoutes } from './routes.ts';
export { createUploads } from './service.ts';
