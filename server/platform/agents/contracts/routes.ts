import * as calls from '../../../../shared/api/agent-contracts/contract.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { type PresentDeps, presentContracts, presentInfo } from './present.ts';

type Action = typeof calls.dividendAction;
type Read = typeof calls.dividendContracts;

export function contractRoutes(deps: PresentDeps): readonly BoundCall[] {
  const read = (call: Read, kind: WageKind) => bind(call, ({ actor }) => presentContracts(deps, actor, kind));
  const act = (call: Action, kind: WageKind) =>
    bind(call, async ({ actor }, { body }) => {
      await deps.contracts.act(actor.memberId, kind, body);
      return presentContracts(deps, actor, kind);
    });
  return [
    bind(calls.contractInfo, ({ actor }) => presentInfo(deps, actor)),
    read(calls.dividendContracts, 'dividend'),
    act(calls.dividendAction, 'dividend'),
    read(calls.dailyContracts, 'daily'),
    act(calls.dailyAction, 'daily'),
    read(calls.hourlyContracts, 'hourly'),
    act(calls.hourlyAction, 'hourly'),
    read(calls.realTimeContracts, 'realtime'),
    act(calls.realTimeAction, 'realtime'),
  ];
}
