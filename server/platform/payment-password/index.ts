export type { Payee, PaymentPassword, PaymentPasswordKeeper } from './contracts.ts';
export { hashPaymentPassword } from './hash.ts';
export { createPaymentPassword, type PaymentPasswordDeps } from './service.ts';
