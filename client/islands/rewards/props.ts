import type { FormView } from '../sign-in/props.ts';

/** `hydrate="load"`. */
export interface PointRedeemProps {
  readonly goodsId: string;
  /** Wire points of one piece, and of the member. */
  readonly price: string;
  readonly balance: string;
  /** The pieces that the member can redeem now. */
  readonly pieces: number;
  /** Goods are sent: the remark is the address. */
  readonly isSent: boolean;
  /** Address of the page. */
  readonly page: string;
  readonly form: FormView | null;
  /** Created by the server for the form without script; one per rendered form. */
  readonly reference: string;
}

/** `hydrate="load"`. */
export interface PointConvertProps {
  readonly pointsPerUnit: number;
  /** Fewest whole points of one conversion. */
  readonly least: number;
  readonly balance: string;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly page: string;
  readonly form: FormView | null;
  readonly reference: string;
}
