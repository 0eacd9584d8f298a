import { existsSync } from 'node:fs';
import { toWire } from '../../shared/money/money.ts';
import type { Env } from '../config/env.ts';
import { defined } from '../kit/defined.ts';
import { type Recomputed, recomputeStatement, TAKEN_AS_STORED } from '../platform/agents/wages/index.ts';
import { DirectoryInUse, embeddedDir, openDatabase } from '../platform/base/db/open.ts';

const USAGE = 'Usage: npm run wages -- explain ID';

/**
 * `npm run wages -- explain ID`: computes a wage again, from the facts of play and the history of uplines. Exit code 0: it equals the
 * statement; 1: it differs; 2: wrong usage, or not readable.
 */
export async function runWages(args: readonly string[], env: Env, print: (line: string) => void): Promise<number> {
  const [command, id = ''] = args;
  if (command !== 'explain' || !/^\d{1,18}$/.test(id)) {
    print(USAGE);
    return 2;
  }
  try {
    const found = await read(env, id);
    if (!found) {
      print(`There is no wage ${id}.`);
      return 2;
    }
    for (const line of presentWage(found)) print(line);
    return found.differences.length === 0 ? 0 : 1;
  } catch (error) {
    print(`The wage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function read(env: Env, id: string): Promise<Recomputed | undefined> {
  const dir = embeddedDir(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(dir)) throw new Error(`there is no database in ${dir} yet; npm start makes one.`);
  try {
    const opened = await openDatabase({ ...defined({ url: env.databaseUrl }), dir });
    try {
      return await recomputeStatement(opened.db, id);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUse) throw new Error('a running service holds the embedded database: stop it first.');
    throw error;
  }
}

/** Lines of text about a wage: its inputs, the steps, and what differs. */
function presentWage({ statement, lines, wage, differences }: Recomputed): readonly string[] {
  const costs = BigInt(statement.costs);
  const percent = (rateBp: number) => `${(rateBp / 100).toFixed(2)} %`;
  return [
    `wage ${statement.id}: ${statement.kind}${statement.period === null ? '' : ` ${statement.period}`} of ${statement.agent_id}, ${statement.state}`,
    `window ${statement.window_start.toISOString()} to ${statement.window_end.toISOString()}, contract ${statement.contract_id}`,
    ...lines.map(
      ({ category, own, excluded, bet, valid, stake, payout }) =>
        `play ${category}${own ? ', own' : ''}${excluded ? ', excluded' : ''}${bet > 0n ? `, bets from ${toWire(bet)}` : ''}: valid ${toWire(valid)}, stakes ${toWire(stake)}, payouts ${toWire(payout)}`,
    ),
    `valid bets ${toWire(wage.validBet)}, loss of the team ${toWire(wage.profit)}, active members ${statement.active}`,
    `costs ${toWire(costs)}: other wages of the team ${toWire(costs - BigInt(statement.bonuses))}, bonuses ${toWire(BigInt(statement.bonuses))}`,
    `tier ${wage.tier === undefined ? 'none' : wage.tier + 1}, rate ${percent(wage.rateBp)}`,
    ...wage.parts.map(
      ({ rateBp, base }) => `base ${toWire(base / 100n)} with ${percent(rateBp)} below: ${percent(Math.max(0, wage.rateBp - rateBp))}`,
    ),
    `gross ${toWire(wage.gross)}, below ${toWire(wage.below)}, carried in ${toWire(wage.carriedIn)}, carried on ${toWire(wage.carriedOut)}`,
    `amount ${toWire(wage.amount)}`,
    `taken as stored: ${TAKEN_AS_STORED}`,
    ...differences.map((difference) => `DIFFERENCE: ${difference}`),
    differences.length === 0 ? 'The statement equals the computation from the facts.' : 'THE STATEMENT DIFFERS.',
  ];
}
