import { CompiledQuery } from 'kysely';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { gather, PREPARED } from '../../base/db/index.ts';
import { type PostedRow, type Posting, type TransferResult, WALLET } from '../../ledger/index.ts';
import { CONTEST_CATEGORY } from '../contests/index.ts';
import { isRefusedPlace, refusalOf } from './bet.ts';
import {
  answer,
  type BetContext,
  type ContextRequest,
  type Holder,
  hasFraction,
  type ReadContext,
  readContexts,
  type Seen,
  type StakeFacts,
} from './bet-context.ts';
import type { GameFacts, VendorDeps } from './contracts.ts';
import { afterWin, atRiskOf, type Instruction, instructionOf, transferOf } from './instructions.ts';
import type { RoundChange } from './store.ts';

/**
 * The usual bet and win without a transaction around them: everything is read without a lock, judged, and then posted and stored by one
 * statement, which changes nothing if what was read has changed since then (migration 200, decision 139). `undefined`: not the usual case,
 * refused, or changed: the caller runs the instruction under the lock, where each answer is decided.
 */
export async function betAtOnce(deps: VendorDeps, provider: string, body: SeamlessBody<'bet'>): Promise<SeamlessAnswer | undefined> {
  if (body.contestId !== undefined || body.freeRound !== undefined) return undefined;
  const { context, now } = await togetherOf(deps).read({ provider, body, isStake: true });
  const facts = context?.facts;
  if (!facts || !isUsualBet(context, body, now)) return undefined;
  const { holder, seen } = context;
  const game = await deps.games.at(facts.contentVersion, body.gameId);
  if (!game || facts.isBlocked || refusalOf(deps, holder, body, undefined, game)) return undefined;
  if (await isRefusedByRules(deps, holder, facts, BigInt(body.amount), game, now)) return undefined;
  const instruction = instructionOf('bet', body);
  const result = await deps.wallet.transferWithin(deps.db, transferOf(holder, instruction, -instruction.amount), (posting) =>
    togetherOf(deps).post({
      ...orderOf(posting, instruction, provider, seen),
      protection: seen.protection,
      vassalage: game.vassalage,
      category: game.gameCategory,
      market: body.market ?? null,
      at_risk: atRiskOf(body, game.gameCategory)?.toString() ?? null,
    }),
  );
  return postedAnswer(holder, result);
}

export async function winAtOnce(deps: VendorDeps, provider: string, body: SeamlessBody<'win'>): Promise<SeamlessAnswer | undefined> {
  const instruction = instructionOf('win', body);
  if (instruction.amount === 0n) return undefined;
  const { context } = await togetherOf(deps).read({ provider, body, isStake: false });
  if (!context || !isUsualWin(context, body)) return undefined;
  const { holder, seen, known } = context;
  const { round } = known;
  if (!round) return undefined;
  const result = await deps.wallet.transferWithin(
    deps.db,
    transferOf(holder, instruction, instruction.amount, round.wallet_kind),
    (posting) => {
      const after = { ...round, ...afterWin(round, instruction.amount, deps.clock.now(), body.endRound) };
      const { payout, live_bets, state, settled_at, closed } = after;
      return togetherOf(deps).post({
        ...orderOf(posting, instruction, provider, seen),
        bet: body.betTransactionId,
        round_id: round.id,
        seen_live: round.live_bets,
        seen_payout: round.payout,
        seen_refunded: round.refunded,
        payout,
        live_bets,
        state,
        settled_at,
        closed,
      });
    },
  );
  return postedAnswer(holder, result);
}

function orderOf(posting: Posting, { body, amount, hash }: Instruction, provider: string, { version }: Seen): Order {
  const { transactionId: transaction, roundId: round, gameId: game } = body;
  return { ...posting, provider, transaction, body_hash: hash, round, game, amount: amount.toString(), seen: version };
}

/** A new bet with a valid token from an allowed place, in a new round, from the one wallet. */
function isUsualBet({ holder, known, session }: BetContext, { amount }: SeamlessBody<'bet'>, now: Date): boolean {
  if (hasFraction(BigInt(amount), holder.currency)) return false;
  if (!holder.single || known.before || known.round) return false;
  return session !== undefined && session.member_id === holder.memberId && session.expires_at > now && !isRefusedPlace(session);
}

/** The first win of a live bet of an open round. */
function isUsualWin({ holder, known: { before, bet, round } }: BetContext, body: SeamlessBody<'win'>): boolean {
  if (before || !bet || !round || round.closed || round.game_category === CONTEST_CATEGORY) return false;
  if (round.wallet_kind !== WALLET || body.currency !== holder.currency) return false;
  if (hasFraction(BigInt(body.amount), holder.currency)) return false;
  const isOfRound = bet.member_id === holder.memberId && bet.round_id === body.roundId && bet.game_id === body.gameId;
  return bet.kind === 'bet' && bet.state === 'accepted' && isOfRound && round.live_bets > 0;
}

/** Whether a limit, break or check refuses the stake. */
async function isRefusedByRules(
  { protection, db }: VendorDeps,
  holder: Holder,
  { protection: snapshot }: StakeFacts,
  units: bigint,
  game: GameFacts,
  now: Date,
): Promise<boolean> {
  if (holder.realm !== 'real') return protection.refuseTrial(db, holder.memberId);
  const options = { paced: game.gameCategory === 'RNG', facts: { snapshot, now } };
  return (await protection.refuseStake(db, holder.memberId, units, options)) !== undefined;
}

function postedAnswer(holder: BetContext['holder'], result: TransferResult | undefined): SeamlessAnswer | undefined {
  return result?.outcome === 'posted' ? answer(holder, 'OK', result) : undefined;
}

/** A bet or win with its posting, as `vendor_together` takes it. Amounts are units as text. */
interface Order extends Posting {
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
 * Bets and wins that wait at the same time share a statement and a commit (decision 148). Only usual ones come here; each
 * other instruction runs on its own, in a transaction under the lock of its wallet.
 */
interface Together {
  /** The context of an instruction, read without a lock, and the time of the reading. */
  read(request: ContextRequest): Promise<{ readonly context: ReadContext | undefined; readonly now: Date }>;
  /** Posts and stores one instruction. Undefined: something that it was judged by has changed, and nothing was posted. */
  post(order: BetOrder | WinOrder): Promise<PostedRow | undefined>;
}

/** A longer list would hold the locks of its members longer and save little. */
const TOGETHER = { max: 32, lanes: 4 };

const known = new WeakMap<VendorDeps, Together>();

/** One for each set of dependencies: a service has one set. */
function togetherOf(deps: VendorDeps): Together {
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
