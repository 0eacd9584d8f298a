export type { Factors, HeldFactors } from './contracts.ts';
export { holdsFactor } from './contracts.ts';
export { createFactors, type FactorsDeps } from './factors.ts';
export { factorsFeature } from './feature.ts';
export { creationOptions, passkeysOf, readNewPasskey, removePasskey, requestOptions, storePasskey } from './passkeys.ts';
export { recoveryCodesLeft, removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
export { type Enrolment, finishEnrolment, pendingTotp, startEnrolment, stepOf } from './totp.ts';
export { codeTries } from './tries.ts';
