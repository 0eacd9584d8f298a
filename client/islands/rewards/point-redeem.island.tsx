import { type Ref, useRef } from 'react';
import { redeemReward } from '../../../shared/api/points/calls.ts';
import { MAX_PIECES } from '../../../shared/api/points/constants.ts';
import { REMARK_MAX_LENGTH } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { parseWirePoints, pointsText } from '../../../shared/money/points.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import controls from '../../ui/controls.module.css';
import { Field } from '../../ui/field.tsx';
import shared from '../instruction/instruction.module.css';
import { ConfirmInstruction, InstructionForm, PaymentPasswordField, SendButton } from '../instruction/instruction-form.tsx';
import { useInstruction } from '../instruction/use-instruction.ts';
import { FORGOTTEN_PASSWORD } from '../transfer/links.ts';
import type { PointRedeemProps } from './props.ts';

const PIECES = /^[1-9]\d{0,2}$/;

/** Redeems goods of the points mall: the total follows the quantity, and the order is confirmed before it is sent. */
export default function PointRedeem(props: PointRedeemProps & IslandContext) {
  const { t, goodsId, price, balance, pieces, isSent, page, form: posted } = props;
  const [each, own] = [parseWirePoints(price) ?? 0n, parseWirePoints(balance) ?? 0n];
  const max = Math.min(pieces, MAX_PIECES);
  const problemOf = (typed: string) => {
    const count = countOf(typed);
    return count >= 1 && count <= max ? undefined : t('errors.points_quantity', { max: max });
  };
  const reference = posted?.values.reference ?? props.reference;
  const remarkField = useRef<HTMLTextAreaElement>(null);
  const form = useInstruction({
    t,
    posted,
    reference,
    field: { name: 'quantity', first: '1', check: problemOf },
    extraFields: { goodsId },
    sealed: false,
    send: ({ amount, paymentPassword, reference: key }) => {
      const remark = remarkField.current?.value.trim() ?? '';
      return call(redeemReward, { body: { goodsId, quantity: amount, remark, paymentPassword, reference: key } });
    },
    leaveFor: () => doneHref(page),
  });
  const count = countOf(form.amount);
  const total = each * BigInt(count);
  const points = t('points.points', { points: pointsText(total) });
  return (
    <InstructionForm form={form} call={redeemReward.id} title={t('points.redeemTitle')} back={doneHref(page)} reference={reference}>
      <input type="hidden" name="goodsId" value={goodsId} />
      <Field
        name="quantity"
        label={t('points.quantity')}
        value={form.amount}
        onChange={(event) => form.setAmount(event.target.value)}
        error={form.errors.amount}
        hint={t('points.quantityHint', { max: max })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        required
      />
      <dl className={shared.facts} aria-live="polite">
        <Total t={t} total={points} after={count > 0 && total <= own ? pointsText(own - total) : '–'} />
      </dl>
      <Remark t={t} field={remarkField} isSent={isSent} remark={posted?.values.remark ?? ''} />
      <PaymentPasswordField t={t} form={form} area="points" forgotHref={FORGOTTEN_PASSWORD} />
      <SendButton form={form} icon="gift" label={t('points.redeem')} />
      <ConfirmInstruction t={t} form={form} area="points" amount={points} text={t('points.confirmText')}>
        <div>
          <dt>{t('points.quantity')}</dt>
          <dd>{count}</dd>
        </div>
        <Total t={t} total={points} after={pointsText(own - total)} />
      </ConfirmInstruction>
    </InstructionForm>
  );
}

interface TotalProps {
  readonly t: Translate;
  readonly total: string;
  readonly after: string;
}

function Total({ t, total, after }: TotalProps) {
  return (
    <>
      <div>
        <dt>{t('points.total')}</dt>
        <dd className={shared.strong}>{total}</dd>
      </div>
      <div>
        <dt>{t('points.after')}</dt>
        <dd data-private>{after}</dd>
      </div>
    </>
  );
}

interface RemarkProps {
  readonly t: Translate;
  readonly field: Ref<HTMLTextAreaElement>;
  readonly isSent: boolean;
  readonly remark: string;
}

function Remark({ t, field, isSent, remark }: RemarkProps) {
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor="point-remark">
        {t(isSent ? 'points.address' : 'points.remark')} <span className={controls.optional}>{t('points.optional')}</span>
      </label>
      <textarea
        ref={field}
        className={controls.input}
        id="point-remark"
        name="remark"
        rows={3}
        maxLength={REMARK_MAX_LENGTH}
        defaultValue={remark}
        aria-describedby="point-remark-hint"
      />
      <p className={controls.hint} id="point-remark-hint">
        {t(isSent ? 'points.addressHint' : 'points.remarkHint', { max: REMARK_MAX_LENGTH })}
      </p>
    </div>
  );
}

function countOf(typed: string): number {
  return PIECES.test(typed.trim()) ? Number(typed.trim()) : 0;
}

function doneHref(page: string): string {
  return `${page}&done=1`;
}
