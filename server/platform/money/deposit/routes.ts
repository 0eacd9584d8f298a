import {
  depositCancel,
  depositChannels,
  depositConfirm,
  depositCreate,
  depositGet,
  depositList,
} from '../../../../shared/api/deposit/contract.ts';
import type { Deposit, DepositChannel } from '../../../../shared/api/deposit/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { DepositView, MemberDeposits } from './contracts.ts';
import { isOpen } from './machine.ts';
import type { PaymentProviders } from './providers/contracts.ts';
import { type ChannelRow, netOf } from './store.ts';

export function depositRoutes({
  memberDeposits,
  providers,
}: {
  memberDeposits: MemberDeposits;
  providers: PaymentProviders;
}): readonly BoundCall[] {
  const present = (language: string, view: DepositView) => presentDeposit(providers, language, view);
  return [
    bind(depositChannels, async ({ actor }) => {
      const { channels, firstDeposit } = await memberDeposits.channels(actor);
      return { channels: channels.map(presentChannel), firstDeposit };
    }),
    bind(depositCreate, async ({ actor, language }, { body }) => present(language, await memberDeposits.create(actor, body))),
    bind(depositConfirm, async ({ actor, language }, { body: { depositId, proofs } }) =>
      present(language, await memberDeposits.confirm(actor, depositId, proofs)),
    ),
    bind(depositCancel, async ({ actor, language }, { body }) => present(language, await memberDeposits.cancel(actor, body.depositId))),
    bind(depositGet, async ({ actor, language }, { query }) => present(language, await memberDeposits.get(actor, query.depositId))),
    bind(depositList, async ({ actor, language }) => ({
      deposits: (await memberDeposits.list(actor)).map((view) => present(language, view)),
    })),
  ];
}

/** Only presets within the amounts that the member can deposit now. */
function presentChannel(row: ChannelRow): DepositChannel {
  const isPossible = (preset: bigint) => preset >= BigInt(row.min_amount) && preset <= BigInt(row.max_amount);
  return {
    code: row.code,
    name: row.name,
    kind: row.kind,
    minAmount: toWire(BigInt(row.min_amount)),
    maxAmount: toWire(BigInt(row.max_amount)),
    presets: row.presets.map(BigInt).filter(isPossible).map(toWire),
    feeFixed: toWire(BigInt(row.fee_fixed)),
    feeBasisPoints: row.fee_basis_points,
    usualMinutes: row.usual_minutes,
    byOperator: row.review,
    expiresMinutes: row.expires_minutes,
    dayLimit: row.day_limit === null ? null : toWire(BigInt(row.day_limit)),
  };
}

function presentDeposit(providers: PaymentProviders, language: string, { deposit, channel, steps }: DepositView): Deposit {
  const amount = BigInt(deposit.amount);
  return {
    depositId: deposit.id,
    channel: deposit.channel,
    channelName: channel.name,
    kind: channel.kind,
    amount: toWire(amount),
    fee: toWire(BigInt(deposit.fee)),
    announcedAmount: deposit.announced_amount === null ? null : toWire(BigInt(deposit.announced_amount)),
    net: toWire(netOf(deposit)),
    currency: deposit.currency,
    status: deposit.status,
    reason: deposit.reason,
    paymentReference: deposit.payment_reference,
    createdAt: deposit.created_at.toISOString(),
    expiresAt: deposit.expires_at.toISOString(),
    creditedAt: deposit.credited_at?.toISOString() ?? null,
    transferId: deposit.transfer_id,
    reversed: toWire(BigInt(deposit.reversed_amount)),
    sentBackReference: deposit.sent_back_reference,
    instructions: isOpen(deposit.status)
      ? (providers.get(deposit.provider ?? channel.provider)?.instruct({
          depositId: deposit.id,
          reference: deposit.payment_reference,
          amount,
          currency: deposit.currency,
          expiresAt: deposit.expires_at,
          account: channel.account,
          language,
        }) ?? null)
      : null,
    proof: channel.proof,
    proofs: deposit.proofs.length,
    steps: steps.map(({ status, at }) => ({ status, at: at.toISOString() })),
  };
}
