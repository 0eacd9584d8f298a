/** Text fields of a registration. `confirmPassword` must equal `password`. */
export const REGISTER_FIELDS = [
  'username',
  'password',
  'confirmPassword',
  'payeeName',
  'email',
  'qqNum',
  'mobileNum',
  'recommenderId',
  'captcha',
  'verificationCode',
  'affiliateCode',
  'paymentPassword',
  'line',
  'whatsapp',
  'facebook',
  'wechat',
  'idNumber',
  'referralCode',
  'countryDialingCode',
  'birthday',
] as const;
export type RegisterField = (typeof REGISTER_FIELDS)[number];
