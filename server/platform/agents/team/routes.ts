import {
  agentIncome,
  teamBetExport,
  teamBets,
  teamMemberBets,
  teamMemberExport,
  teamMembers,
  teamOverview,
  teamTransactionExport,
  teamTransactions,
  teamWageExport,
  teamWages,
  windowBetExport,
  windowBets,
} from '../../../../shared/api/agent-team/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { TeamDeps } from './contracts.ts';
import { incomeOf } from './income.ts';
import { overviewOf } from './overview.ts';
import { exportPeople, listPeople } from './people.ts';
import { exportPlay, listPlay } from './play.ts';
import { readerOf, requirePerson } from './reader.ts';
import { exportTransactions, listTransactions } from './transactions.ts';
import { exportWagesBelow, listWagesBelow } from './wages-below.ts';
import { exportWindowPlay, listWindowPlay } from './window-play.ts';

/** Every call reads as the signed-in agent: own subtree, to the depth and with the names that the merchant allows. */
export function teamRoutes(deps: TeamDeps): readonly BoundCall[] {
  return [
    bind(teamOverview, async ({ actor }, { query }) => overviewOf(deps, await readerOf(deps, actor), query)),
    bind(teamMembers, async ({ actor }, { query }) => listPeople(deps, await readerOf(deps, actor), query)),
    bind(teamMemberExport, async ({ actor }, { query }) => exportPeople(deps, await readerOf(deps, actor), query)),
    bind(teamBets, async ({ actor, language }, { query }) => listPlay(deps, await readerOf(deps, actor), language, query)),
    bind(teamBetExport, async ({ actor, language }, { query }) => exportPlay(deps, await readerOf(deps, actor), language, query)),
    bind(windowBets, async ({ actor, language }, { query }) => listWindowPlay(deps, await readerOf(deps, actor), language, query)),
    bind(windowBetExport, async ({ actor, language }, { query }) => exportWindowPlay(deps, await readerOf(deps, actor), language, query)),
    bind(teamMemberBets, async ({ actor, language }, { query: { memberId, ...query } }) => {
      const { currency, ...person } = await requirePerson(deps, await readerOf(deps, actor), memberId);
      return { ...(await deps.listBets({ memberId, currency }, language, query)), person };
    }),
    bind(teamTransactions, async ({ actor }, { query }) => listTransactions(deps, await readerOf(deps, actor), query)),
    bind(teamTransactionExport, async ({ actor }, { query }) => exportTransactions(deps, await readerOf(deps, actor), query)),
    bind(teamWages, async ({ actor }, { query }) => listWagesBelow(deps, await readerOf(deps, actor), query)),
    bind(teamWageExport, async ({ actor }, { query }) => exportWagesBelow(deps, await readerOf(deps, actor), query)),
    bind(agentIncome, async ({ actor }, { query }) => incomeOf(deps, await readerOf(deps, actor), query)),
  ];
}
