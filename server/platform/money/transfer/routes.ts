import {
  merchantWallet,
  transferDownline,
  transferState,
  transferUpline,
  walletCollect,
  walletList,
  walletTransfer,
} from '../../../../shared/api/transfer/contract.ts';
import type { MemberTransfer, Wallets } from '../../../../shared/api/transfer/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { SentTransfer, Transfers } from './contracts.ts';
import type { SubWallets } from './sub-wallets.ts';

export interface TransferRouteDeps {
  readonly transfers: Transfers;
  readonly subWallets: SubWallets;
  readonly clock: Clock;
  /** Symbol of a currency on screen ("$"). */
  currencySymbol(currency: string): string;
}

export function transferRoutes(deps: TransferRouteDeps): readonly BoundCall[] {
  const { transfers, subWallets, currencySymbol } = deps;
  return [
    bind(merchantWallet, async () => ({ isSingle: await subWallets.isSingle() })),
    bind(walletList, ({ actor }) => presentWallets(deps, actor)),
    bind(walletTransfer, async ({ actor }, { body }) => {
      await subWallets.move(actor, body);
      return presentWallets(deps, actor);
    }),
    bind(walletCollect, async ({ actor }, { body }) => {
      const collected = toWire(await subWallets.collect(actor, body.reference));
      return { collected, wallets: await presentWallets(deps, actor) };
    }),
    bind(transferState, async ({ actor }) => {
      const { upline, paymentPasswordSet, transfersLeftToday, ...facts } = await transfers.state(actor);
      return {
        upline,
        paymentPasswordSet,
        transfersLeftToday,
        minAmount: toWire(facts.min),
        maxAmount: toWire(facts.max),
        dayAmount: toWire(facts.dayAmount),
        leftToday: toWire(facts.leftToday),
        wallet: toWire(facts.wallet),
        available: toWire(facts.available),
        turnoverLeft: toWire(facts.turnoverLeft),
        currency: actor.currency,
        currencySymbol: currencySymbol(actor.currency),
        transfers: facts.transfers.map(presentTransfer),
      };
    }),
    bind(transferUpline, async ({ actor }, { body }) => presentTransfer(await transfers.toUpline(actor, body))),
    bind(transferDownline, async ({ actor }, { body }) => presentTransfer(await transfers.toDownline(actor, body))),
  ];
}

async function presentWallets({ subWallets, clock, currencySymbol }: TransferRouteDeps, actor: Actor): Promise<Wallets> {
  const { isSingle, wallet, version, hold, withdrawable, turnoverLeft, turnoverRequired, vendors, moving, inTransit } =
    await subWallets.list(actor);
  return {
    isSingle,
    currency: actor.currency,
    currencySymbol: currencySymbol(actor.currency),
    total: toWire(vendors.reduce((sum, { units }) => sum + units, wallet + hold + inTransit)),
    wallet: toWire(wallet),
    version,
    asOf: clock.now().toISOString(),
    hold: toWire(hold),
    withdrawable: toWire(withdrawable),
    turnoverLeft: toWire(turnoverLeft),
    turnoverRequired: toWire(turnoverRequired),
    vendors: vendors.map(({ code, name, maintenance, units }) => ({
      vassalage: code,
      vendorName: name,
      maintenance,
      balance: toWire(units),
    })),
    ...(moving.length > 0 && {
      moving: moving.map(({ vassalage, name, direction, units, since }) => ({
        vassalage,
        vendorName: name,
        direction,
        amount: toWire(units),
        since: since.toISOString(),
      })),
    }),
  };
}

function presentTransfer({ id, reference, sent, counterpart, units, at, ledgerTransferId }: SentTransfer): MemberTransfer {
  return {
    transferId: id,
    reference,
    direction: sent ? 'sent' : 'received',
    counterpart,
    amount: toWire(units),
    at: at.toISOString(),
    ledgerTransferId,
  };
}
