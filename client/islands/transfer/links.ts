export const MY_WALLET = '/member/transferFund';
export const TRANSFER_UPLINE = '/member/transferUpline';
export const PAYMENT_PASSWORD = '/member/paymentPassword';
export const FORGOTTEN_PASSWORD = `${PAYMENT_PASSWORD}?forgotten=1`;
