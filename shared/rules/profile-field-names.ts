/** Optional profile fields of a member besides contacts, in the order of the page. */
export const PROFILE_FIELDS = [
  'payeeName',
  'birthday',
  'nationality',
  'idNumber',
  'address',
  'occupation',
  'sourceOfIncome',
  'line',
  'whatsapp',
  'telegram',
  'zalo',
  'facebook',
  'wechat',
  'qqNum',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
