import { convertPoint } from '../../../shared/api/points/calls.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { POINTS_PER_WHOLE, parseWirePoints, pointsText } from '../../../shared/money/points.ts';
import { exchange } from '../../../shared/rules/exchange.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Field } from '../../ui/field.tsx';
import shared from '../instruction/instruction.module.css';
import { ConfirmInstruction, InstructionForm, PaymentPasswordField, SendButton } from '../instruction/instruction-form.tsx';
import { useInstruction } from '../instruction/use-instruction.ts';
import { FORGOTTEN_PASSWORD } from '../transfer/links.ts';
import type { PointConvertProps } from './props.ts';

const WHOLE = /^[1-9]\d{0,8}$/;

/** Converts points to money: the amount follows the points, and the order is confirmed before it is sent. */
export default function PointConvert(props: PointConvertProps & IslandContext) {
  const { t, pointsPerUnit, least, balance, currency, page, form: posted } = props;
  const own = parseWirePoints(balance) ?? 0n;
  const min = pointsText(BigInt(least) * POINTS_PER_WHOLE);
  const exchanged = (typed: string) => exchange(pointsOf(typed), pointsPerUnit, currency);
  const reference = posted?.values.reference ?? props.reference;
  const form = useInstruction({
    t,
    posted,
    reference,
    field: {
      name: 'points',
      first: '',
      check(typed) {
        const { points, units } = exchanged(typed);
        if (pointsOf(typed) < BigInt(least) * POINTS_PER_WHOLE || units === 0n) return t('errors.points_convert_least', { min });
        return points <= own ? undefined : t('errors.points_insufficient', { balance: pointsText(own), needed: pointsText(points) });
      },
    },
    sealed: false,
    send: ({ amount, paymentPassword, reference: key }) =>
      call(convertPoint, { body: { points: amount, paymentPassword, reference: key } }),
    leaveFor: () => `${page}&done=1`,
  });
  const { points, units } = exchanged(form.amount);
  const amount = amountText(units, props);
  return (
    <InstructionForm form={form} call={convertPoint.id} title={t('points.convertForm')} back={`${page}&done=1`} reference={reference}>
      <Field
        name="points"
        label={t('points.convertPoints')}
        value={form.amount}
        onChange={(event) => form.setAmount(event.target.value)}
        error={form.errors.amount}
        hint={t('points.convertHint', { min })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        required
      />
      <dl className={shared.facts} aria-live="polite">
        <div>
          <dt>{t('points.gives')}</dt>
          <dd className={shared.strong}>
            <bdi>{amount}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('points.after')}</dt>
          <dd data-private>{points <= own ? pointsText(own - points) : '–'}</dd>
        </div>
      </dl>
      <PaymentPasswordField t={t} form={form} area="points" forgotHref={FORGOTTEN_PASSWORD} />
      <SendButton form={form} icon="coins" label={t('points.convert')} />
      <ConfirmInstruction t={t} form={form} area="points" amount={amount} text={t('points.confirmConvert')}>
        <div>
          <dt>{t('points.convertPoints')}</dt>
          <dd>{pointsText(points)}</dd>
        </div>
        <div>
          <dt>{t('points.gives')}</dt>
          <dd className={shared.strong}>
            <bdi>{amount}</bdi>
          </dd>
        </div>
      </ConfirmInstruction>
    </InstructionForm>
  );
}

function pointsOf(typed: string): bigint {
  return WHOLE.test(typed.trim()) ? BigInt(typed.trim()) * POINTS_PER_WHOLE : 0n;
}
