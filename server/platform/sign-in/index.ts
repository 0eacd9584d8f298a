export type { Caller, SignIn, SignInPath, SignInRequest, SignInResult } from './contracts.ts';
export { presentMember, presentSignIn } from './present.ts';
export { type SignInRouteDeps, signInRoutes } from './routes.ts';
export { createSignIn, type SignInDeps, type SignInService } from './sign-in.ts';
