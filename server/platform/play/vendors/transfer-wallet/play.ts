import { randomUUID } from 'node:crypto';
import type { Theme } from '../../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import type { Actor } from '../../../base/actor.ts';
import { Refusal } from '../../../base/refusal.ts';
import { vendorWallet } from '../../../ledger/index.ts';
import type { TransferWallet } from '../contracts.ts';
import { ensurePlayer } from '../store.ts';
import type { Reply, TransferLine, TransferWalletDeps, VendorWalletRow } from './contracts.ts';
import { lineOf, transferWalletOf } from './lines.ts';
import { beginMove, sendMove } from './moves.ts';
import { returnVendorWallet } from './returns.ts';
import { ensureVendorWallet, playerOf, returningWallets, updateVendorWallet } from './vendor-wallet-store.ts';

/** The portal waits five seconds for a launch in all. */
const PLAYER_MS = 1_500;
const LAUNCH_MS = 2_000;
const MOVE_WAIT_MS = 1_200;
const LEAVE_WAIT_MS = 2_000;

export interface OpenOrder {
  readonly actor: Actor;
  readonly provider: string;
  readonly gameId: string;
  readonly language: string;
  readonly theme: Theme;
}

/** Play at providers that keep balances, for the launch of games. */
export interface TransferPlay {
  /** Opens a game and returns its address. */
  open(order: OpenOrder): Promise<string>;
  /** Brings money of automatic moves back from other providers, so that it can be played elsewhere. What is late arrives later. */
  leaveOthers(memberId: string, provider: string): Promise<void>;
}

export function createTransferPlay(deps: TransferWalletDeps): TransferPlay {
  return {
    open: (order) => openGame(deps, order),
    async leaveOthers(memberId, provider) {
      const all = await returningWallets(deps.db, memberId, provider);
      const wallets = all.filter((vendorWallet) => transferWalletOf(deps.providers, vendorWallet.provider)?.moves === 'automatic');
      const full = await Promise.all(wallets.map(async (vendorWallet) => ((await hasMoney(deps, vendorWallet)) ? [vendorWallet] : [])));
      const returns = full.flat().map((vendorWallet) => returnVendorWallet(deps, vendorWallet));
      if (returns.length > 0) await waitFor(deps, Promise.allSettled(returns), LEAVE_WAIT_MS);
    },
  };
}

async function hasMoney({ wallet, db }: TransferWalletDeps, { member_id: memberId, vassalage }: VendorWalletRow): Promise<boolean> {
  return ((await wallet.balance(db, memberId, vendorWallet(vassalage)))?.units ?? 0n) > 0n;
}

/** Creates the member's player at the provider, once. Refuses if the provider does not answer: nothing was moved yet. */
export async function openPlayer(
  deps: TransferWalletDeps,
  { memberId, currency }: Pick<Actor, 'memberId' | 'currency'>,
  line: TransferLine,
  { vassalage, language }: { readonly vassalage: string; readonly language: string },
): Promise<string> {
  const { db, clock } = deps;
  const key = { provider: line.code, memberId };
  await ensurePlayer(db, line.code, memberId);
  const player = await playerOf(db, line.code, memberId);
  if (player === undefined) throw new Error(`member ${memberId} has no player at ${line.code}`);
  const vendorWallet = await ensureVendorWallet(db, key, vassalage);
  if (vendorWallet.opened_at !== null) return player;
  requireOk(await deps.send(line, 'player', { player, currency, language }, PLAYER_MS), deps, line);
  await updateVendorWallet(db, key, { opened_at: clock.now() });
  return player;
}

/** The address comes first: a provider that does not answer gets no money. */
async function openGame(deps: TransferWalletDeps, { actor, provider, gameId, language, theme }: OpenOrder): Promise<string> {
  const [line, settings] = [lineOf(deps.providers, provider), transferWalletOf(deps.providers, provider)];
  if (!line || !settings) throw new Refusal('launch_failed');
  const { vassalage, moves, returnMinutes } = settings;
  const player = await openPlayer(deps, actor, line, { vassalage, language });
  const reply = await deps.send(line, 'launch', { player, gameId, currency: actor.currency, language, theme }, LAUNCH_MS);
  const { url = '' } = requireOk(reply, deps, line);
  requireFrameOrigin(deps, provider, url);
  const returns = returnMinutes !== null;
  const return_due_at = returns ? new Date(deps.clock.now().getTime() + returnMinutes * MINUTE_MS) : null;
  await updateVendorWallet(deps.db, { provider, memberId: actor.memberId }, { returns, return_due_at, session_id: actor.sessionId });
  if (moves === 'automatic') await moveAllIn(deps, actor, line, settings);
  return url;
}

/** The site allows this origin in frames, and no other. */
function requireFrameOrigin({ providers, log }: TransferWalletDeps, provider: string, url: string): void {
  const origin = URL.canParse(url) ? new URL(url).origin : undefined;
  if (origin !== undefined && origin === providers.get(provider)?.frameOrigin) return;
  log.warn({ provider, origin }, 'game is on another origin than launchUrl');
  throw new Refusal('launch_failed');
}

function requireOk<Answer extends { readonly status: string }>(
  reply: Reply<Answer>,
  { log }: TransferWalletDeps,
  line: TransferLine,
): Answer {
  if (reply.kind === 'answer' && reply.answer.status === 'OK') return reply.answer;
  const result = reply.kind === 'answer' ? reply.answer.status : reply.error;
  log.warn({ provider: line.code, result }, 'provider with a wallet of its own has refused a request');
  throw new Refusal('vendor_unreachable');
}

/** Moves as much of the wallet in as the member's limits allow. A game opens without money if nothing may be moved. */
async function moveAllIn(
  deps: TransferWalletDeps,
  { memberId, currency }: Actor,
  line: TransferLine,
  settings: TransferWallet,
): Promise<void> {
  const { db, wallet, protection } = deps;
  const available = (await wallet.balance(db, memberId))?.units ?? 0n;
  const there = (await wallet.balance(db, memberId, vendorWallet(settings.vassalage)))?.units ?? 0n;
  const room = await protection.roomAtVendor(db, memberId);
  const max = room === null ? available : room - there;
  const units = available < max ? available : max;
  if (units <= 0n) return;
  const order = {
    memberId,
    currency,
    provider: line.code,
    direction: 'in',
    units,
    cause: 'launch',
    reference: `launch:${randomUUID()}`,
  } as const;
  try {
    const { move } = await beginMove(deps, order);
    await waitFor(deps, sendMove(deps, move, line), MOVE_WAIT_MS);
  } catch (error) {
    // The balance or a limit has changed meanwhile: the game opens with what is there.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Waits for work that continues in any case. Returns undefined if it takes longer; a later failure is logged. */
export async function waitFor<T>({ log }: Pick<TransferWalletDeps, 'log'>, work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  work.catch((error: unknown) => log.error({ err: error }, 'move of money failed'));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
