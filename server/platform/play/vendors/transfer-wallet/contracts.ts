import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Units } from '../../../../../shared/money/money.ts';
import type { TransferWalletAnswer, TransferWalletBody, TransferWalletOperation } from '../../../../../shared/transfer-wallet/protocol.ts';
import type { VendorDeps } from '../contracts.ts';
import type { VendorTables } from '../tables.ts';

export type MoveRow = Selectable<VendorTables['vendor_move']>;
export type VendorWalletRow = Selectable<VendorTables['vendor_wallet']>;

/** A provider that keeps balances, as far as requests need it. */
export interface TransferLine {
  readonly code: string;
  readonly secret: string;
  /** Address before the operation. */
  readonly url: string;
}

/** `not sent`: no byte of the request has left. `no answer`: it may have arrived. */
export type Reply<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'no answer' | 'not sent'; readonly error: string };

/** One request to a provider; never repeats. */
export type SendRequest = <O extends TransferWalletOperation>(
  line: TransferLine,
  operation: O,
  body: TransferWalletBody<O>,
  deadlineMs: number,
) => Promise<Reply<TransferWalletAnswer<O>>>;

export interface TransferWalletDeps extends Omit<VendorDeps, 'log'> {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly send: SendRequest;
}

export interface MoveOrder {
  readonly memberId: string;
  readonly currency: string;
  readonly provider: string;
  readonly direction: 'in' | 'out';
  readonly units: Units;
  readonly cause: MoveRow['cause'];
  /** Unique among the moves of the member. */
  readonly reference: string;
}
