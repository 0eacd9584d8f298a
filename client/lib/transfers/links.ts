export const MY_WALLET = '/member/transferFund';
export const TRANSFER_UPLINE = '/member/transferUpline';
export const PAYMENT_PASSWORD = '/member/paymentPassword';
