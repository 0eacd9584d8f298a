import { wageExport, wageStatement, wageStatements } from '../../../../shared/api/agent-wages/contract.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { startOfDay, zonedDay } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { type Calendar, exportStatements, listStatements, readStatement } from './statements.ts';

export interface WageRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

export function wageRoutes({ db, clock, merchant }: WageRouteDeps): readonly BoundCall[] {
  const calendar = async (): Promise<Calendar> => {
    const { timeZone } = (await readMerchant(db, merchant)).settings;
    return {
      timeZone,
      now: clock.now(),
      dayOf: (at) => zonedDay(at, timeZone),
      startOf: (day) => startOfDay(day, timeZone),
    };
  };
  return [
    bind(wageStatements, async ({ actor }, { query }) => ({
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
      ...(await listStatements(db, actor.memberId, query, await calendar())),
    })),
    bind(wageExport, async ({ actor }, { query }) => ({
      currency: actor.currency,
      ...(await exportStatements(db, actor.memberId, query, await calendar())),
    })),
    bind(wageStatement, async ({ actor }, { query }) => ({
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
      ...(await readStatement(db, actor.memberId, query.statementId)),
    })),
  ];
}
