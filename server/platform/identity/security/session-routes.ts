import { memberPassword } from '../../../../shared/api/accounts/contract.ts';
import {
  sessionConfirm,
  sessionEnd,
  sessionKeys,
  sessionList,
  sessionLogout,
  sessionState,
} from '../../../../shared/api/session/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { PayloadKeys } from '../../base/payload-keys/index.ts';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { type ConfirmDeps, confirmSession, sessionStateOf } from './confirm.ts';
import { endOtherSessions, listSessions, type SessionListDeps, signOut } from './session-list.ts';

export interface SessionRouteDeps extends ChangePasswordDeps, ConfirmDeps, SessionListDeps {
  readonly payloadKeys: PayloadKeys;
}

export function sessionRoutes(deps: SessionRouteDeps): readonly BoundCall[] {
  const { payloadKeys } = deps;
  return [
    bind(sessionKeys, async () => ({ keys: [...(await payloadKeys.publicKeys())] })),
    bind(sessionLogout, async ({ actor }) => {
      await signOut(deps, actor);
      return {};
    }),
    bind(sessionState, ({ actor }) => sessionStateOf(deps, actor)),
    bind(sessionConfirm, async (context, { body }) => {
      await confirmSession(deps, context.actor, context, body);
      return {};
    }),
    bind(sessionList, ({ actor }) => listSessions(deps, actor)),
    bind(sessionEnd, async (context, { body }) => ({ ended: await endOtherSessions(deps, context.actor, context, body.id) })),
    bind(memberPassword, async (context, { body }) => {
      await changePassword(deps, context.actor, context, body);
      return {};
    }),
  ];
}
