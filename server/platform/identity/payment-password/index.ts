export type { Payee, PaymentPassword, PaymentPasswordAdmin } from './contracts.ts';
export { paymentPasswordFeature } from './feature.ts';
export { hashPaymentPassword } from './hash.ts';
export { createPaymentPassword, type PaymentPasswordDeps } from './service.ts';
