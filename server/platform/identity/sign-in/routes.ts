import { firstLogin, rememberedLogin } from '../../../../shared/api/session/contract.ts';
import { loginCode, sessionLogin, stepSend, stepState, stepVerify } from '../../../../shared/api/sign-in/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { createWorkQueue } from '../../base/work-queue.ts';
import { noteFirstLogin } from './first-login.ts';
import { type LoginDeps, login } from './login.ts';
import { sendLoginCode } from './login-code.ts';
import { type PasskeyRouteDeps, passkeyRoutes } from './passkey-routes.ts';
import { presentSignIn } from './present.ts';
import { type RememberedSignInDeps, signInRemembered } from './remembered-sign-in.ts';
import { sendStep, stateOfStep, verifyStep } from './second-step.ts';
import type { SignInService } from './sign-in.ts';

/**
 * A sign-in queries the database several times before hashing. With a slow database, a flood of sign-ins would queue there before all other
 * calls; excess calls are refused with a retry time before any query.
 */
const AT_ONCE = { running: 8, waiting: 24 };

export interface SignInRouteDeps extends LoginDeps, RememberedSignInDeps, PasskeyRouteDeps {
  readonly signIn: SignInService;
}

export function signInRoutes(deps: SignInRouteDeps): readonly BoundCall[] {
  const { db, clock } = deps;
  const runQueued = createWorkQueue(AT_ONCE);
  return [
    bind(sessionLogin, async (caller, { body }) => presentSignIn(await runQueued(() => login(deps, caller, body)))),
    bind(loginCode, (caller, { body }) => sendLoginCode(deps, caller, body)),
    bind(stepState, (caller) => stateOfStep(deps, caller)),
    bind(stepSend, (caller, { body }) => sendStep(deps, caller, body)),
    bind(stepVerify, async (caller, { body }) => presentSignIn(await verifyStep(deps, caller, body))),
    bind(rememberedLogin, (context) => signInRemembered(deps, context.ticket, context)),
    bind(firstLogin, async ({ actor }) => {
      await noteFirstLogin(db, actor.memberId, clock);
      return {};
    }),
    ...passkeyRoutes(deps),
  ];
}
