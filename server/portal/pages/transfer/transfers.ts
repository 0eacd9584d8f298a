import { randomUUID } from 'node:crypto';
import { TRANSFER_UPLINE } from '../../../../client/islands/transfer/links.ts';
import type { TransferDirection, TransferProps } from '../../../../client/islands/transfer/props.ts';
import { protectionState } from '../../../../shared/api/responsible-gaming/contract.ts';
import { transferState, walletList } from '../../../../shared/api/transfer/contract.ts';
import { lastRound } from '../../../../shared/api/vendors/contract.ts';
import { zonedMinute } from '../../../../shared/time.ts';
import { isOpen, isOpenHref } from '../../../../views/components/member-entries.ts';
import { menuLinks } from '../../../../views/layouts/page-context.ts';
import type { TransferFundView } from '../../../../views/pages/transfer/transfer-fund.tsx';
import { callOr } from '../call-value.ts';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { bonusHint } from '../rewards/bonus.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const RECORD = '/member/transactionHistory';

/** `/member/transferFund`: all money of the member, including the wallets at vendors. */
export async function transferFund(input: VisitorInput): Promise<TransferFundView | RefusedPage> {
  const { upstream, visitor, query, form, context } = input;
  const [answer, state, { round }, bonus] = await Promise.all([
    upstream.call(walletList, {}, visitor),
    callOr(upstream, protectionState, {}, visitor, null),
    callOr(upstream, lastRound, {}, visitor, { round: null }),
    bonusHint(input),
  ]);
  if (!answer.success) return refusedBy(answer);
  const posted = form?.call === 'wallet.transfer' || form?.call === 'wallet.collect' ? form : undefined;
  const wallet = {
    wallets: answer.value,
    single: answer.value.isSingle && isOpen('singleWallet', context.features),
    form: posted ? formView(posted) : null,
    moved: query.has('moved') && !posted,
    reference: randomUUID(),
    // No balance includes the stake of an open round.
    lastRound: round?.state === 'open' ? round : null,
    links: { ...menuLinks(context.features), record: isOpenHref(RECORD, context.features) ? RECORD : null },
  };
  return { wallet, net: state?.net ?? null, bonus };
}

/** `/member/transferUpline`; `?done=` names the transfer that was just completed without script. */
export async function transferUpline(input: VisitorInput): Promise<TransferProps | RefusedPage> {
  return transferTo(input, TRANSFER_UPLINE, 'upline', (upline) => upline);
}

/** Props of a transfer to one person. `receiverOf`: the account, from that of the member's agent. */
export async function transferTo(
  { upstream, visitor, query, form, timeZone }: VisitorInput,
  page: string,
  direction: TransferDirection,
  receiverOf: (upline: string | null) => string | null,
): Promise<TransferProps | RefusedPage> {
  const answer = await upstream.call(transferState, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  const { transfers: rows, ...state } = answer.value;
  const transfers = rows.map((transfer) => ({ ...transfer, atText: zonedMinute(transfer.at, timeZone) }));
  const posted = form?.call === `transfer.${direction}` ? form : undefined;
  const reference = query.get('done');
  return {
    direction,
    receiver: receiverOf(state.upline?.account ?? null),
    page,
    state,
    transfers,
    sentTransfer: (!posted && reference && transfers.find((transfer) => transfer.reference === reference)) || null,
    form: posted ? formView(posted) : null,
    // A redisplayed form keeps its reference, so that sending it again cannot transfer twice.
    reference: posted?.values.reference ?? randomUUID(),
    timeZone,
  };
}
