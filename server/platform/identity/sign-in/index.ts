export type { SignIn, SignInDeps, SignInPath, SignInRequest, SignInResult } from './contracts.ts';
export { signInFeature } from './feature.ts';
export { presentMember, presentSignIn } from './present.ts';
export { type SignInRouteDeps, signInRoutes } from './routes.ts';
export { checkSide } from './side.ts';
export { createSignIn, type SignInService } from './sign-in.ts';
