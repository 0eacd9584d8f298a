import * as v from 'valibot';
import { SEAMLESS, type SeamlessAnswer, type SeamlessBody, type SeamlessOperation } from '../../../../shared/seamless/wallet.ts';
import { inTransaction } from '../../base/db/index.ts';
import { betAtOnce, winAtOnce } from './at-once.ts';
import { bet } from './bet.ts';
import { accountForGame, type BetContextRequest, loadBetContext } from './bet-context.ts';
import type { VendorDeps } from './contracts.ts';
import { storeEvents } from './events.ts';
import { storeGames } from './games.ts';
import type { Step } from './instructions.ts';
import { reverse } from './reverse.ts';
import { storeRooms } from './rooms.ts';
import { authenticate, balance, status } from './sessions.ts';
import { finish, rollback, win } from './settlement.ts';
import { storeSlips } from './slips.ts';

/** Runs one operation. The signature has been verified; `input` is the parsed body before validation. */
export async function perform(deps: VendorDeps, provider: string, operation: SeamlessOperation, input: unknown): Promise<SeamlessAnswer> {
  const parsed = v.safeParse(SEAMLESS[operation], input);
  if (!parsed.success)
    return { status: 'BAD_REQUEST', message: v.flatten(parsed.issues).root?.[0] ?? v.getDotPath(parsed.issues[0]) ?? 'body' };
  const { output } = parsed;
  switch (operation) {
    case 'authenticate':
      return inTransaction(deps.db, (tx) => authenticate(deps, tx, provider, output as SeamlessBody<'authenticate'>));
    case 'balance':
      return balance(deps, deps.db, provider, output as SeamlessBody<'balance'>);
    case 'status':
      return status(deps, provider, output as SeamlessBody<'status'>);
    case 'games':
      return storeGames(deps, provider, output as SeamlessBody<'games'>);
    case 'events':
      return storeEvents(deps, provider, output as SeamlessBody<'events'>);
    case 'rooms':
      return storeRooms(deps, provider, output as SeamlessBody<'rooms'>);
    case 'slips':
      return storeSlips(deps, provider, output as SeamlessBody<'slips'>);
    case 'bet':
      return (
        (await betAtOnce(deps, provider, output as SeamlessBody<'bet'>)) ??
        withLockedWallet(deps, provider, output as SeamlessBody<'bet'>, bet, 'INVALID_TOKEN')
      );
    case 'win':
      return (
        (await winAtOnce(deps, provider, output as SeamlessBody<'win'>)) ??
        withLockedWallet(deps, provider, output as SeamlessBody<'win'>, win, 'BET_NOT_FOUND')
      );
    case 'rollback':
      return withLockedWallet(deps, provider, output as SeamlessBody<'rollback'>, rollback, 'BET_NOT_FOUND');
    case 'reverse':
      return withLockedWallet(deps, provider, output as SeamlessBody<'reverse'>, reverse, 'BET_NOT_FOUND');
    case 'finish':
      return withLockedWallet(deps, provider, output as SeamlessBody<'finish'>, finish, 'BET_NOT_FOUND');
  }
}

/** Runs the operation with the player's wallet locked. `unknownPlayer` is the reply for a player that this vendor does not have. */
async function withLockedWallet<Body extends BetContextRequest & { readonly gameId: string }>(
  deps: VendorDeps,
  provider: string,
  body: Body,
  operation: (step: Step, body: Body) => Promise<SeamlessAnswer>,
  unknownPlayer: 'INVALID_TOKEN' | 'BET_NOT_FOUND',
): Promise<SeamlessAnswer> {
  if (refersToItself(body)) return { status: 'BAD_REQUEST', message: 'betTransactionId' };
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const context = await loadBetContext(tx, { provider, merchant: deps.merchant }, body);
    if (!context) return { status: unknownPlayer };
    const holder = await accountForGame(deps, tx, context.holder, body);
    return operation({ ...context, deps, tx, afterCommit, holder, now: deps.clock.now() }, body);
  });
}

function refersToItself(body: object): boolean {
  return 'betTransactionId' in body && 'transactionId' in body && body.betTransactionId === body.transactionId;
}
