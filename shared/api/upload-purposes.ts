/** Purpose of a picture. It is visible to its member and to operators, an avatar to everyone. */
export const UPLOAD_PURPOSES = ['avatar', 'deposit-proof', 'withdrawal-proof', 'feedback', 'promotion'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];
