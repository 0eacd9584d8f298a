import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import { toUnitText } from '../../../../shared/money/money.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { WALLET } from '../../ledger/index.ts';
import { CONTEST_CATEGORY } from '../contests/index.ts';
import { accountForGame, answer, findHolder, type Holder } from './bet-context.ts';
import type { VendorDeps } from './contracts.ts';
import * as store from './store.ts';

const SESSION_MS = DAY_MS;

/** Exchanges a launch ticket for a session token, once. */
export async function authenticate(
  deps: VendorDeps,
  tx: Tx,
  provider: string,
  { ticket, gameId }: SeamlessBody<'authenticate'>,
): Promise<SeamlessAnswer> {
  const now = deps.clock.now();
  const found = await store.findTicket(tx, provider, hashOfToken(ticket));
  if (!found || found.game_id !== gameId || found.used_at !== null) return { status: 'INVALID_TOKEN' };
  if (found.expires_at <= now) return { status: 'TOKEN_EXPIRED' };
  if (found.session_id !== null && (await store.hasEnded(tx, found.session_id))) return { status: 'TOKEN_EXPIRED' };
  if (!(await store.consumeTicket(tx, found.hash, now))) return { status: 'INVALID_TOKEN' };
  const owner = await findHolder(tx, { provider, merchant: deps.merchant }, found.member_id);
  if (!owner) throw new Error(`member ${found.member_id} has a ticket but no wallet`);
  const holder = await accountForGame(deps, tx, owner, { gameId });
  const member = await deps.members.find(tx, found.member_id);
  if (!member || member.blocked) return answer(holder, 'PLAYER_BLOCKED');
  const { token, hash } = store.makeToken();
  const expires_at = new Date(now.getTime() + SESSION_MS);
  await store.insertSession(tx, { hash, provider, member_id: found.member_id, game_id: gameId, session_id: found.session_id, expires_at });
  const minimumRoundMs = await roundPaceOf(deps, tx, holder, gameId);
  const paceFields = minimumRoundMs > 0 ? { minimumRoundMs } : {};
  const ceiling = await ceilingOf(deps, tx, holder, gameId);
  const links = await linksOf(deps, tx, holder, gameId);
  const free = await freeRoundsOf(deps, tx, holder, gameId);
  const rules = { ...paceFields, ...ceiling, ...links, ...free };
  return { ...answer(holder, 'OK'), token, language: found.language, trial: holder.realm === 'trial', ...rules };
}

/** Only contests between players with real money use links. */
async function linksOf({ games, opponents }: VendorDeps, tx: Tx, { realm, memberId, provider }: Holder, gameId: string) {
  const game = realm === 'real' ? await games.find(tx, gameId, DEFAULT_LANGUAGE) : undefined;
  return game?.gameCategory === CONTEST_CATEGORY ? { links: [...(await opponents.tokens(tx, provider, memberId))] } : {};
}

/** Minimum round duration for slots with real money. Sent to the vendor so that its game waits and its bets are not refused. */
async function roundPaceOf(
  deps: VendorDeps,
  tx: Tx,
  { realm, memberId }: { readonly realm: string; readonly memberId: string },
  gameId: string,
) {
  const game = realm === 'real' ? await deps.games.find(tx, gameId, DEFAULT_LANGUAGE) : undefined;
  return game?.gameCategory === 'RNG' ? deps.protection.roundPaceMs(tx, memberId) : 0;
}

/** Highest stake of one bet with real money, by jurisdiction and running bonus, so that the vendor's game offers no stake that is refused. */
async function ceilingOf(
  { protection, pools, games }: VendorDeps,
  tx: Tx,
  { realm, memberId, account }: Holder,
  gameId: string,
): Promise<Pick<SeamlessAnswer, 'maximumStake'>> {
  if (realm !== 'real') return {};
  const game = account === WALLET ? await games.find(tx, gameId, DEFAULT_LANGUAGE) : undefined;
  const ofBonus = game ? await pools.highestStake(tx, memberId, game.gameCategory) : null;
  const ofPolicy = await protection.highestStake(tx, memberId);
  const ceilings = [ofPolicy, ofBonus].filter((units) => units !== null);
  if (ceilings.length === 0) return {};
  return { maximumStake: toUnitText(ceilings.reduce((one, other) => (other < one ? other : one))) };
}

async function freeRoundsOf(
  { freeRounds }: VendorDeps,
  tx: Tx,
  { realm, single, memberId, provider }: Holder,
  gameId: string,
): Promise<Pick<SeamlessAnswer, 'freeRounds'>> {
  const grants = realm === 'real' && single ? await freeRounds.offered(tx, { memberId, provider, gameId }) : [];
  return grants.length === 0 ? {} : { freeRounds: [...grants] };
}

/** Balance of the wallet. The status states whether the session has ended and whether the member may play. */
export async function balance(
  deps: VendorDeps,
  executor: Executor,
  provider: string,
  { token }: SeamlessBody<'balance'>,
): Promise<SeamlessAnswer> {
  const session = await store.findSession(executor, provider, token);
  const found = session && (await findHolder(executor, { provider, merchant: deps.merchant }, session.member_id));
  if (!found) return { status: 'INVALID_TOKEN' };
  const holder = session.game_id === null ? found : await accountForGame(deps, executor, found, { gameId: session.game_id });
  if (session.expires_at <= deps.clock.now()) return answer(holder, 'TOKEN_EXPIRED');
  return answer(holder, (await mayPlay(deps, executor, holder)) ? 'OK' : 'PLAYER_BLOCKED');
}

async function mayPlay({ members, protection }: VendorDeps, executor: Executor, { memberId, realm }: Holder): Promise<boolean> {
  const member = await members.find(executor, memberId);
  if (!member || member.blocked) return false;
  if (realm === 'trial') return !(await protection.refuseTrial(executor, memberId));
  return (await protection.resting(executor, memberId)) === undefined;
}

/** State of a transaction. One that is still running is not found: a vendor that must know rolls it back. */
export async function status(deps: VendorDeps, provider: string, { transactionId }: SeamlessBody<'status'>): Promise<SeamlessAnswer> {
  const { db } = deps;
  const found = await store.findTransaction(db, provider, transactionId);
  if (!found) return { status: 'TRANSACTION_NOT_FOUND', transaction: { kind: 'bet', state: 'unknown' } };
  const owner = await findHolder(db, { provider, merchant: deps.merchant }, found.member_id);
  if (!owner) throw new Error(`member ${found.member_id} has transactions but no wallet`);
  const holder = await accountForGame(deps, db, owner, { roundId: found.round_id, gameId: found.game_id });
  const state = found.state === 'settled' ? 'accepted' : found.state;
  return {
    ...answer(holder, 'OK', { transferId: found.transfer_id }),
    transaction: { kind: found.kind === 'win-reversal' ? 'rollback' : found.kind, state },
  };
}
