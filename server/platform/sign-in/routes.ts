import { loginCode, sessionLogin, stepSend, stepState, stepVerify } from '../../../shared/api/sign-in-calls.ts';
import { type BoundCall, bind } from '../http/binding.ts';
import { createWorkQueue } from '../work-queue.ts';
import { type LoginDeps, login } from './login.ts';
import { sendLoginCode } from './login-code.ts';
import { presentSignIn } from './present.ts';
import { sendStep, stateOfStep, verifyStep } from './second-step.ts';

/**
 * A sign-in queries the database several times before hashing. With a slow database, a flood of sign-ins would queue there before all other
 * calls; excess calls are refused with a retry time before any query.
 */
const AT_ONCE = { running: 8, waiting: 24 };

export type SignInRouteDeps = LoginDeps;

export function signInRoutes(deps: SignInRouteDeps): readonly BoundCall[] {
  const runQueued = createWorkQueue(AT_ONCE);
  return [
    bind(sessionLogin, async (caller, { body }) => presentSignIn(await runQueued(() => login(deps, caller, body)))),
    bind(loginCode, (caller, { body }) => sendLoginCode(deps, caller, body)),
    bind(stepState, (caller) => stateOfStep(deps, caller)),
    bind(stepSend, (caller, { body }) => sendStep(deps, caller, body)),
    bind(stepVerify, async (caller, { body }) => presentSignIn(await verifyStep(deps, caller, body))),
  ];
}
