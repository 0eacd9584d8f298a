import { type FormEvent, useRef } from 'react';
import { walletCollect, walletTransfer } from '../../../shared/api/transfer/calls.ts';
import type { Wallets } from '../../../shared/api/transfer/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { createAttempt } from '../../page/attempt.ts';
import { formAction } from '../../page/paths.ts';
import { toast } from '../../page/toasts.ts';
import { amountInput } from '../../ui/amount-input.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import shared from '../instruction/instruction.module.css';
import { useAction } from '../security/use-action.ts';
import { MY_WALLET } from './links.ts';
import type { MyWalletProps } from './props.ts';
import styles from './transfers.module.css';

export interface VendorWalletsProps extends Pick<MyWalletProps, 'wallets' | 'form' | 'reference'> {
  readonly t: Translate;
  readonly onChanged: (wallets: Wallets) => void;
}

type Vendor = Wallets['vendors'][number];

/** The member's wallets at vendors; those with money first. */
export function VendorWallets(props: VendorWalletsProps) {
  const { t, wallets } = props;
  const full = wallets.vendors.filter(({ balance }) => isAbove(balance));
  const others = wallets.vendors.filter(({ balance }) => !isAbove(balance));
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="vendor-wallets">
      <div className={styles.head}>
        <div>
          <h2 className={shared.title} id="vendor-wallets" tabIndex={-1}>
            {t('transfer.vendors')}
          </h2>
          <p className={shared.quiet}>{t(wallets.isSingle ? 'transfer.vendorsLeft' : 'transfer.vendorsText')}</p>
        </div>
        {full.length > 0 ? <Collect {...props} /> : null}
      </div>
      <ul>
        {[...full, ...others].map((vendor) => (
          <Row key={vendor.vassalage} {...props} vendor={vendor} />
        ))}
      </ul>
    </section>
  );
}

function Collect({ t, form, reference, wallets, onChanged }: VendorWalletsProps) {
  const action = useAction(t, form?.call === 'wallet.collect' ? form.message : '');
  const attempt = useRef<ReturnType<typeof createAttempt>>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.current ??= createAttempt(`${reference}-all`);
    action.run(walletCollect, { body: { reference: attempt.current.reference('') } }, ({ collected, wallets: next }) => {
      attempt.current?.complete();
      toast('done', t('transfer.collected', { amount: amountText(collected, wallets) }));
      onChanged(next);
    });
  };
  return (
    <form method="post" action={formAction('wallet.collect')} onSubmit={submit} aria-busy={action.busy}>
      <input type="hidden" name="back" value={`${MY_WALLET}?moved=1`} />
      <input type="hidden" name="reference" value={`${reference}-all`} />
      <FormMessage text={action.problem} />
      <Button type="submit" variant="outline" dense icon="arrow-down-to-line" busy={action.busy} aria-disabled={action.busy || undefined}>
        {t('transfer.collect')}
      </Button>
    </form>
  );
}

function Row(props: VendorWalletsProps & { readonly vendor: Vendor }) {
  const { t, vendor, wallets, form } = props;
  const posted = form?.call === 'wallet.transfer' && form.values.vassalage === vendor.vassalage;
  return (
    <li>
      <details className={styles.row} open={posted || undefined}>
        <summary>
          <span className={styles.name}>
            {vendor.vendorName} {vendor.maintenance ? <span className={display.badge}>{t('transfer.maintenance')}</span> : null}
          </span>
          <span className={styles.amount} data-private>
            <Money amount={vendor.balance} currency={wallets} />
          </span>
          <Icon name="chevron-down" />
        </summary>
        <Move {...props} />
      </details>
    </li>
  );
}

/** One amount with two directions. */
function Move({ t, vendor, wallets, form, reference, onChanged }: VendorWalletsProps & { readonly vendor: Vendor }) {
  const { vassalage, vendorName, maintenance } = vendor;
  const posted = form?.call === 'wallet.transfer' && form.values.vassalage === vassalage ? form : null;
  const action = useAction(t, posted?.message ?? '');
  const first = posted?.values.reference ?? `${reference}-${vassalage}`;
  const attempt = useRef<ReturnType<typeof createAttempt>>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const direction = (submitter as HTMLButtonElement | null)?.value === 'out' ? 'out' : 'in';
    const amount = String(new FormData(box).get('amount') ?? '').trim();
    const body = { vassalage, direction, amount } as const;
    attempt.current ??= createAttempt(first);
    action.run(walletTransfer, { body: { ...body, reference: attempt.current.reference(JSON.stringify(body)) } }, (next) => {
      attempt.current?.complete();
      box.reset();
      const isMoving = next.moving?.some((each) => each.vassalage === vassalage) ?? false;
      const text = isMoving ? 'transfer.movingToast' : direction === 'in' ? 'transfer.movedIn' : 'transfer.movedOut';
      toast(isMoving ? 'info' : 'done', t(text, { amount: amountText(amount, wallets), vendor: vendorName }));
      onChanged(next);
    });
  };
  const mayMoveIn = !wallets.isSingle && !maintenance;
  const mayMoveOut = isAbove(vendor.balance);
  if (!mayMoveIn && !mayMoveOut) return <p className={styles.closed}>{t('transfer.maintenanceText')}</p>;
  return (
    <form className={styles.move} method="post" action={formAction('wallet.transfer')} noValidate onSubmit={submit} aria-busy={action.busy}>
      <input type="hidden" name="back" value={`${MY_WALLET}?moved=1`} />
      <input type="hidden" name="reference" value={first} />
      <input type="hidden" name="vassalage" value={vassalage} />
      <FormMessage text={action.problem} />
      <Field
        error={undefined}
        name="amount"
        label={t('transfer.amount')}
        defaultValue={posted?.values.amount ?? ''}
        hint={t('transfer.amountHint', { wallet: amountText(wallets.wallet, wallets) })}
        {...amountInput(wallets.currency)}
        autoComplete="off"
        maxLength={16}
        required
      />
      <div className={shared.ways}>
        {mayMoveIn ? (
          <Button
            type="submit"
            dense
            name="direction"
            value="in"
            variant="primary"
            disabled={action.busy}
            aria-label={t('transfer.moveInTo', { vendor: vendorName })}
          >
            {t('transfer.moveIn')}
          </Button>
        ) : null}
        {mayMoveOut ? (
          <Button
            type="submit"
            dense
            name="direction"
            value="out"
            variant="outline"
            disabled={action.busy}
            aria-label={t('transfer.moveOutOf', { vendor: vendorName })}
          >
            {t('transfer.moveOut')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function isAbove(wire: string): boolean {
  return (parseWireAmount(wire) ?? 0n) > 0n;
}
