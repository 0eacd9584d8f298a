export { type CodesDeps, createCodes } from './codes.ts';
export type { CodePurpose, CodeRequest, Codes, HumanCheck, HumanProof } from './contracts.ts';
export { verificationFeature } from './feature.ts';
export { createHumanCheck, type HumanCheckDeps } from './human.ts';
export { type VerificationRouteDeps, verificationRoutes } from './routes.ts';
