import { useEffect, useState } from 'react';
import { walletList } from '../../shared/api/transfer-calls.ts';
import { refreshBalance, useBalance } from '../lib/balance/balance-store.ts';
import { call } from '../lib/call.ts';
import { LastRoundCard } from '../lib/game/last-round.tsx';
import { LAST_ROUND_TEXTS } from '../lib/game/last-round-texts.ts';
import shared from '../lib/instruction/instruction.module.css';
import { onLive } from '../lib/live/live-events.ts';
import { ACTION_TEXTS } from '../lib/security/use-action.ts';
import type { MyWalletProps } from '../lib/transfers/props.ts';
import { Totals } from '../lib/transfers/totals.tsx';
import { VendorWallets } from '../lib/transfers/vendor-wallets.tsx';
import { FormMessage } from '../lib/ui/form-message.tsx';
import type { IslandContext } from '../runtime/island.ts';

export const texts = [
  ...ACTION_TEXTS,
  ...LAST_ROUND_TEXTS,
  ...`total wallet atVendors hold holdHint withdrawable turnover turnoverText single deposit withdraw record vendors vendorsText
  vendorsLeft collect collected maintenance maintenanceText amount amountHint moveIn moveInTo moveOut moveOutOf movedIn movedOut moved`
    .split(/\s+/)
    .map((name) => `transfers.${name}`),
];

/**
 * The member's total balance, and transfers between the wallet and the vendors' wallets. Every form works without
 * script.
 */
export default function MyWallet(props: MyWalletProps & IslandContext) {
  const { t, moved, form } = props;
  const [wallets, setWallets] = useState(props.wallets);
  useEffect(() => {
    return onLive('balance', ({ version }) => {
      if (version <= wallets.version) return;
      void call(walletList).then((answer) => {
        if (answer.success) setWallets(answer.value);
      });
    });
  }, [wallets.version]);
  return (
    <div className={shared.page}>
      {moved && !form ? <FormMessage kind="done" text={t('transfers.moved')} /> : null}
      <LastRoundCard t={t} known={props.lastRound} />
      <Totals t={t} wallets={wallets} resting={useBalance(null).balance?.resting !== undefined} />
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
