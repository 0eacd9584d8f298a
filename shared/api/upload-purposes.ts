/** What a picture is for; it is shown to its member and to operators, an avatar to everybody. */
export const UPLOAD_PURPOSES = ['avatar', 'deposit-proof', 'withdrawal-proof', 'feedback'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];
