import {
  type Deposit,
  depositCancel,
  depositChannels,
  depositConfirm,
  depositCreate,
  depositGet,
  depositList,
} from '../../../shared/api/wallet-calls.ts';
import { toWire } from '../../../shared/money/money.ts';
import { type BoundCall, bindSigned } from '../http/binding.ts';
import type { Cashier } from './cashier.ts';
import type { ChannelRow, DepositRow } from './store.ts';

export function cashierRoutes({ cashier }: { cashier: Cashier }): readonly BoundCall[] {
  return [
    bindSigned(depositChannels, async ({ actor }) => ({ channels: (await cashier.channels(actor)).map(presentChannel) })),
    bindSigned(depositCreate, async ({ actor }, { body }) => presentDeposit(await cashier.create(actor, body))),
    bindSigned(depositConfirm, async ({ actor }, { body }) => presentDeposit(await cashier.confirm(actor, body.depositId))),
    bindSigned(depositCancel, async ({ actor }, { body }) => presentDeposit(await cashier.cancel(actor, body.depositId))),
    bindSigned(depositGet, async ({ actor }, { query }) => presentDeposit(await cashier.get(actor, query.depositId))),
    bindSigned(depositList, async ({ actor }) => ({ deposits: (await cashier.list(actor)).map(presentDeposit) })),
  ];
}

function presentChannel(row: ChannelRow) {
  return {
    code: row.code,
    name: row.name,
    kind: row.kind,
    minAmount: toWire(BigInt(row.min_amount)),
    maxAmount: toWire(BigInt(row.max_amount)),
    presets: row.presets.map((preset) => toWire(BigInt(preset))),
    expiresMinutes: row.expires_minutes,
  };
}

function presentDeposit(row: DepositRow): Deposit {
  return {
    depositId: row.id,
    channel: row.channel,
    amount: toWire(BigInt(row.amount)),
    currency: row.currency,
    status: row.status,
    paymentReference: row.payment_reference,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    creditedAt: row.credited_at?.toISOString() ?? null,
    transferId: row.transfer_id,
  };
}
