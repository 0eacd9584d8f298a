import { loginCode, sessionLogin, stepSend, stepState, stepVerify } from '../../../shared/api/sign-in-calls.ts';
import { type BoundCall, bind } from '../http/binding.ts';
import { type LoginDeps, login } from './login.ts';
import { sendLoginCode } from './login-code.ts';
import { presentSignIn } from './present.ts';
import { sendStep, stateOfStep, verifyStep } from './second-step.ts';

export type SignInRouteDeps = LoginDeps;

export function signInRoutes(deps: SignInRouteDeps): readonly BoundCall[] {
  return [
    bind(sessionLogin, async (caller, { body }) => presentSignIn(await login(deps, caller, body))),
    bind(loginCode, (caller, { body }) => sendLoginCode(deps, caller, body)),
    bind(stepState, (caller) => stateOfStep(deps, caller)),
    bind(stepSend, (caller, { body }) => sendStep(deps, caller, body)),
    bind(stepVerify, async (caller, { body }) => presentSignIn(await verifyStep(deps, caller, body))),
  ];
}
