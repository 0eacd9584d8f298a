import { CompiledQuery } from 'kysely';
import { gather, PREPARED } from '../../base/db/index.ts';
import type { PostedRow, Posting } from '../../ledger/index.ts';
import { type ContextRequest, type ReadContext, readContexts } from './bet-context.ts';
import type { VendorDeps } from './contracts.ts';
import type { RoundChange } from './store.ts';

/** A bet or win with its posting, as `vendor_together` takes it. Amounts are units as text. */
export interface Order extends Posting {
  readonly provider: string;
  readonly transaction: string;
  readonly body_hash: string;
  readonly round: string;
  readonly game: string;
  readonly amount: string;
  /** Version of the wallet that it was judged by. */
  readonly seen: string;
}

interface BetOrder extends Order {
  /** What else it was judged by (`protection_state`). */
  readonly protection: string;
  readonly vassalage: string;
  readonly category: string;
  readonly market: string | null;
  readonly at_risk: string | null;
}

/** `payout` and so on: the round after it. */
interface WinOrder extends Order, Pick<RoundChange, 'payout' | 'live_bets' | 'state' | 'settled_at' | 'closed'> {
  /** Transaction id of the bet. */
  readonly bet: string;
  readonly round_id: string;
  /** The round as it was judged. */
  readonly seen_live: number;
  readonly seen_payout: string;
  readonly seen_refunded: string;
}

/**
 * Bets and wins that wait at the same time share a statement and a commit (decision 148). Only what `at-once.ts` takes for usual comes here;
 * each other instruction runs on its own, in a transaction under the lock of its wallet.
 */
interface Together {
  /** The context of an instruction, read without a lock, and the time of the reading. */
  read(request: ContextRequest): Promise<{ readonly context: ReadContext | undefined; readonly now: Date }>;
  /** Posts and stores one instruction. Undefined: something that it was judged by has changed, and nothing was posted. */
  post(order: BetOrder | WinOrder): Promise<PostedRow | undefined>;
}

/** A longer list would hold the locks of its members longer and save little. */
const TOGETHER = { most: 32, lanes: 4 };

const known = new WeakMap<VendorDeps, Together>();

/** One for each set of dependencies: a service has one set. */
export function togetherOf(deps: VendorDeps): Together {
  const found = known.get(deps) ?? createTogether(deps);
  known.set(deps, found);
  return found;
}

function createTogether(deps: VendorDeps): Together {
  const { db, clock } = deps;
  const readAll = async (requests: readonly ContextRequest[]) => {
    const now = clock.now();
    return (await readContexts(deps, requests, now)).map((context) => ({ context, now }));
  };
  const postSingle = async (order: BetOrder | WinOrder) => only(await post(db, [order], true));
  const postTogether = gather<BetOrder | WinOrder, Row>(TOGETHER, { together: (orders) => post(db, orders, false), single: postSingle });
  return {
    read: gather(TOGETHER, { together: readAll, single: async (request) => only(await readAll([request])) }),
    async post(order) {
      try {
        const row = await postTogether(order);
        // It waits for the lock outside of the lanes, so that no other instruction does.
        return postedIn(row.outcome === 'busy' ? await postSingle(order) : row);
      } catch (error) {
        // Another member has used an id of the instruction meanwhile, or wallets were locked in a ring.
        if (isLostRace(error)) return undefined;
        throw error;
      }
    },
  };
}

interface Row extends Omit<PostedRow, 'outcome'> {
  readonly nr: number;
  /** `changed`: see `post`; `busy`: another transaction holds the wallet, and nothing was posted. */
  readonly outcome: PostedRow['outcome'] | 'changed' | 'busy';
}

const POST = `${PREPARED}select * from vendor_together($1::jsonb, $2::boolean)`;

async function post(db: VendorDeps['db'], orders: readonly (BetOrder | WinOrder)[], waits: boolean): Promise<readonly Row[]> {
  const numbered = orders.map((order, nr) => ({ ...order, nr }));
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(POST, [JSON.stringify(numbered), waits]));
  return rows.toSorted((one, other) => one.nr - other.nr);
}

function postedIn(row: Row): PostedRow | undefined {
  if (row.outcome === 'busy') throw new Error('vendor_together has not waited for the wallet');
  return row.outcome === 'changed' ? undefined : { ...row, outcome: row.outcome };
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('no answer to an instruction');
  return row;
}

const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

function isLostRace(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return code === UNIQUE_VIOLATION || code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
