import { useEffect, useState } from 'react';
import { walletList } from '../../../shared/api/transfer/calls.ts';
import type { Wallets } from '../../../shared/api/transfer/schemas.ts';
import { parseWireAmount, toWire, type WireAmount } from '../../../shared/money/money.ts';
import { onShownBalance, refreshBalance, useBalance } from '../../page/balance/balance-store.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { LastRoundCard } from '../game-frame/last-round.tsx';
import shared from '../instruction/instruction.module.css';
import { Moving } from './moving.tsx';
import type { MyWalletProps } from './props.ts';
import { Totals } from './totals.tsx';
import { VendorWallets } from './vendor-wallets.tsx';

const MOVING_POLL_MS = 4_000;

/** The total follows the wallet; money at vendors is as it was. */
function withBalance(wallets: Wallets, wallet: WireAmount, version: number): Wallets {
  const units = (wire: string) => parseWireAmount(wire) ?? 0n;
  return { ...wallets, wallet, version, total: toWire(units(wallets.total) - units(wallets.wallet) + units(wallet)) };
}

/**
 * The member's total balance, and transfers between the wallet and the vendors' wallets. Every form works without
 * script.
 */
export default function MyWallet(props: MyWalletProps & IslandContext) {
  const { t, moved, form } = props;
  const [wallets, setWallets] = useState(props.wallets);
  useEffect(() => {
    return onShownBalance(({ version, sumBalance }) => {
      if (version < wallets.version) return;
      // The platform has no list of wallets to load.
      if (wallets.isPartial) return setWallets(withBalance(wallets, sumBalance, version));
      void call(walletList).then((answer) => {
        if (answer.success) setWallets(answer.value);
      });
    });
  }, [wallets]);
  // An end at the vendor changes no balance of the wallet, so that no message arrives.
  const isMoving = (wallets.moving?.length ?? 0) > 0;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      void call(walletList).then((answer) => {
        if (answer.success) setWallets(answer.value);
      });
    }, MOVING_POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  return (
    <div className={shared.page}>
      {moved && !form && !isMoving ? <FormMessage kind="done" text={t('transfer.moved')} /> : null}
      <LastRoundCard t={t} known={props.lastRound} />
      <Moving t={t} wallets={wallets} />
      <Totals t={t} wallets={wallets} single={props.single} resting={useBalance(null).balance?.resting !== undefined} links={props.links} />
      {wallets.vendors.length > 0 ? (
        <VendorWallets
          {...props}
          wallets={wallets}
          onChanged={(next) => {
            setWallets(next);
            void refreshBalance();
          }}
        />
      ) : null}
    </div>
  );
}
