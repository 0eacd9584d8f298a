import { memberPassword } from '../../../shared/api/account-calls.ts';
import {
  firstLogin,
  rememberedLogin,
  sessionConfirm,
  sessionEnd,
  sessionKeys,
  sessionList,
  sessionLogout,
  sessionState,
} from '../../../shared/api/session-calls.ts';
import { type BoundCall, bind, bindSigned } from '../http/binding.ts';
import type { PayloadKeys } from '../http/payload-keys.ts';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { type ConfirmDeps, confirmSession, sessionStateOf } from './confirm.ts';
import { noteFirstLogin } from './first-login.ts';
import { type RememberedSignInDeps, signInRemembered } from './remembered-sign-in.ts';
import { endOtherSessions, listSessions, type SessionListDeps, signOut } from './session-list.ts';

export interface SessionRouteDeps extends ChangePasswordDeps, ConfirmDeps, RememberedSignInDeps, SessionListDeps {
  readonly payloadKeys: PayloadKeys;
}

export function sessionRoutes(deps: SessionRouteDeps): readonly BoundCall[] {
  const { db, clock, payloadKeys } = deps;
  return [
    bind(sessionKeys, async () => ({ keys: [...(await payloadKeys.publicKeys())] })),
    bind(rememberedLogin, (context) => signInRemembered(deps, context.ticket, context)),
    bindSigned(sessionLogout, async ({ actor }) => {
      await signOut(deps, actor);
      return {};
    }),
    bindSigned(firstLogin, async ({ actor }) => {
      await noteFirstLogin(db, actor.memberId, clock);
      return {};
    }),
    bindSigned(sessionState, ({ actor }) => sessionStateOf(deps, actor)),
    bindSigned(sessionConfirm, async (context, { body }) => {
      await confirmSession(deps, context.actor, context, body);
      return {};
    }),
    bindSigned(sessionList, ({ actor }) => listSessions(deps, actor)),
    bindSigned(sessionEnd, async (context, { body }) => ({ ended: await endOtherSessions(deps, context.actor, context, body.id) })),
    bindSigned(memberPassword, async (context, { body }) => {
      await changePassword(deps, context.actor, context, body);
      return {};
    }),
  ];
}
