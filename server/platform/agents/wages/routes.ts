import { wageStatement, wageStatements } from '../../../../shared/api/agent-wages/contract.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { startOfDay, zonedDay } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { listStatements, readStatement } from './statements.ts';

export interface WageRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

export function wageRoutes({ db, clock, merchant }: WageRouteDeps): readonly BoundCall[] {
  return [
    bind(wageStatements, async ({ actor }, { query }) => {
      const { timeZone } = (await readMerchant(db, merchant)).settings;
      const calendar = {
        timeZone,
        now: clock.now(),
        dayOf: (at: number) => zonedDay(at, timeZone),
        startOf: (day: string) => startOfDay(day, timeZone),
      };
      return { currencySymbol: currencySymbol(actor.currency), ...(await listStatements(db, actor.memberId, query, calendar)) };
    }),
    bind(wageStatement, async ({ actor }, { query }) => ({
      currencySymbol: currencySymbol(actor.currency),
      ...(await readStatement(db, actor.memberId, query.statementId)),
    })),
  ];
}
