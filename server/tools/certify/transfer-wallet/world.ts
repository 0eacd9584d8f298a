import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { toUnitText } from '../../../../shared/money/money.ts';
import {
  TRANSFER_WALLET_ANSWERS,
  type TransferWalletAnswer,
  type TransferWalletBody,
  type TransferWalletOperation,
} from '../../../../shared/transfer-wallet/protocol.ts';
import { type PostDefects, type Reply, signedPost } from '../payments/signed-post.ts';
import { Deviation, demand } from '../report.ts';

/** A provider that keeps balances, and what its certificate may use. */
export interface TransferWalletUnderTest {
  /** Address before the operation. */
  readonly url: string;
  readonly secret: string;
  readonly gameId: string;
  readonly currency: string;
}

type Body<O extends TransferWalletOperation> = TransferWalletBody<O>;

export interface TransferWalletWorld extends TransferWalletUnderTest {
  /** Sends a request; the answer must have the form of the protocol. */
  send<O extends TransferWalletOperation>(operation: O, body: Body<O>): Promise<TransferWalletAnswer<O>>;
  /** The reply, of any status and form. */
  sendRaw(operation: TransferWalletOperation, body: object, defects?: PostDefects): Promise<Reply>;
  /** A new player with this balance. */
  newPlayer(units?: bigint): Promise<string>;
  balanceOf(player: string): Promise<bigint>;
  /** A deposit or withdrawal with a new reference, not sent yet. */
  order(player: string, units: bigint): Body<'deposit'>;
  /** The state of a reference, after `pending`. */
  stateOf(reference: string): Promise<TransferWalletAnswer<'status'>>;
}

const POLL_MS = 100;
const PENDING_MS = 30_000;

export function createTransferWalletWorld(under: TransferWalletUnderTest): TransferWalletWorld {
  const run = randomUUID().slice(0, 8);
  let last = 0;
  const nextId = (kind: string) => {
    last += 1;
    return `certify-${run}-${kind}${last}`;
  };
  const { url, secret, currency } = under;
  const sendRaw: TransferWalletWorld['sendRaw'] = (operation, body, defects) =>
    signedPost(`${url}/${operation}`, secret, JSON.stringify(body), defects);
  const send: TransferWalletWorld['send'] = async (operation, body) => readAnswer(operation, await sendRaw(operation, body));
  const order: TransferWalletWorld['order'] = (player, units) => ({
    reference: nextId('ref'),
    player,
    currency,
    amount: toUnitText(units),
  });
  return {
    ...under,
    sendRaw,
    send,
    order,
    async newPlayer(units = 0n) {
      const player = nextId('player');
      const { status } = await send('player', { player, currency, language: 'EN' });
      demand(status === 'OK', `a new player was answered ${status}`);
      if (units === 0n) return player;
      const deposited = await send('deposit', order(player, units));
      demand(deposited.status === 'OK', `a deposit was answered ${deposited.status}`);
      return player;
    },
    async balanceOf(player) {
      const { status, balance } = await send('balance', { player });
      demand(status === 'OK' && balance !== undefined, `the balance of a known player was answered ${status}`);
      return BigInt(balance);
    },
    async stateOf(reference) {
      for (const start = performance.now(); ; ) {
        const state = await send('status', { reference });
        if (state.transfer?.state !== 'pending') return state;
        demand(performance.now() - start < PENDING_MS, `${reference} is pending for ${PENDING_MS / 1_000} s`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}

function readAnswer<O extends TransferWalletOperation>(operation: O, { http, text }: Reply): TransferWalletAnswer<O> {
  demand(http === 200, `${operation} was answered with HTTP ${http}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Deviation(`${operation} was answered with a body that is no JSON: ${text.slice(0, 80)}`);
  }
  const parsed = v.safeParse(TRANSFER_WALLET_ANSWERS[operation], json);
  if (!parsed.success) throw new Deviation(`${operation} was answered without a valid ${v.getDotPath(parsed.issues[0]) ?? 'body'}`);
  return parsed.output as TransferWalletAnswer<O>;
}
