export type { Payee, PaymentPassword, PaymentPasswordAdmin } from './contracts.ts';
export { hashPaymentPassword } from './hash.ts';
export { createPaymentPassword, type PaymentPasswordDeps } from './service.ts';
