import '../../../client/styles/index.css';
import type { MyWalletProps } from '../../../client/islands/transfer/props.ts';
import type { ProtectionState } from '../../../shared/api/responsible-gaming/schemas.ts';
import { type BonusHintView, BonusPools } from '../../components/bonus-hint.tsx';
import { Island } from '../../components/island.tsx';
import { NetStats } from '../../components/net-stats.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';

export interface TransferFundView {
  readonly wallet: MyWalletProps;
  /** Null if it failed to load. */
  readonly net: ProtectionState['net'] | null;
  readonly bonus: BonusHintView | null;
}

export function TransferFundPage({ context, data }: { readonly context: PageContext; readonly data: TransferFundView }) {
  const { wallet, net, bonus } = data;
  return (
    <MemberCentre context={context} page="transferFund">
      <Island name="my-wallet" hydrate="load" props={() => wallet} />
      {bonus ? <BonusPools t={context.t} hint={bonus} /> : null}
      {net ? <NetStats t={context.t} net={net} currency={wallet.wallets} /> : null}
    </MemberCentre>
  );
}
