export const UPLOAD_CODES = ['upload_not_found', 'upload_too_many', 'upload_too_large', 'upload_not_image'] as const;
