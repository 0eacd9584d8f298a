import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { BodyInput } from '../../../shared/api/client-call.ts';
import { withdrawalConfirm } from '../../../shared/api/withdrawal/calls.ts';
import type { WithdrawalOutcome } from '../../../shared/api/withdrawal/constants.ts';
import type { Withdrawal } from '../../../shared/api/withdrawal/schemas.ts';
import { REMARK_MAX_LENGTH } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { plainAmount, typedUnits } from '../../../shared/money/typed-amount.ts';
import { SECOND_MS, zonedMoment } from '../../../shared/time.ts';
import { formAction } from '../../page/paths.ts';
import { amountInput } from '../../ui/amount-input.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ImagePicker } from '../../ui/upload/image-picker.tsx';
import sheet from '../instruction/instruction.module.css';
import { type Action, useAction } from '../security/use-action.ts';
import type { FormView } from '../sign-in/props.ts';
import { units } from './amounts.ts';
import styles from './answer-panel.module.css';
import { trackerHref } from './links.ts';

export interface AnswerPanelProps {
  readonly t: Translate;
  readonly withdrawal: Withdrawal;
  readonly currency: CurrencyView;
  readonly timeZone: string;
  readonly form: FormView | null;
  readonly onAnswered: (withdrawal: Withdrawal) => void;
}

type Answer = Omit<BodyInput<typeof withdrawalConfirm>, 'withdrawalId'>;

/**
 * The member confirms a payout: fully, partly or not received, with the time left. Renders nothing if no confirmation
 * is possible.
 */
export function AnswerPanel(props: AnswerPanelProps) {
  const { t, withdrawal, currency, timeZone, form, onAnswered } = props;
  const { withdrawalId, status, mayComplain, confirmBy, net, receivedAmount } = withdrawal;
  const posted = form?.call === 'withdrawal.confirm' ? form : null;
  const action = useAction(t, posted?.message);
  const answer = (body: Answer) => action.run(withdrawalConfirm, { body: { withdrawalId, ...body } }, onAnswered);
  const awaitingConfirmation = status === 'paid';
  if (!awaitingConfirmation && !mayComplain && status !== 'disputed') return null;
  const text = (wire: string) => amountText(wire, currency);
  const shared = { t, withdrawalId, action, posted, answer };
  return (
    <section className={`${display.card} ${sheet.part}`} aria-labelledby="answer-title">
      {awaitingConfirmation ? (
        <>
          <h2 className={sheet.title} id="answer-title">
            {t('withdrawal.answerTitle')}
          </h2>
          {confirmBy ? <TimeLeft t={t} until={confirmBy} /> : null}
          <p>{t('withdrawal.answerForced', { until: confirmBy ? zonedMoment(confirmBy, timeZone) : '' })}</p>
        </>
      ) : (
        <h2 className={sheet.title} id="answer-title">
          {t(status === 'disputed' ? 'withdrawal.cameAfterAll' : 'withdrawal.answerLate')}
        </h2>
      )}
      <FormMessage text={action.problem} />
      {awaitingConfirmation || status === 'disputed' ? (
        <Choice
          {...shared}
          outcome="fully_received"
          label={t('withdrawal.answerAll')}
          text={t('withdrawal.answerAllText', { amount: text(net) })}
          confirm={t('withdrawal.answerAllConfirm')}
          variant="primary"
          read={() => ({ outcome: 'fully_received' })}
        />
      ) : null}
      {awaitingConfirmation ? (
        <PartlyReceived
          {...shared}
          currency={currency}
          min={receivedAmount}
          max={net}
          hint={t('withdrawal.answerPartHint', { min: text(receivedAmount), max: text(net) })}
        />
      ) : null}
      {awaitingConfirmation || mayComplain ? <NotReceived {...shared} more={units(receivedAmount) > 0n && awaitingConfirmation} /> : null}
    </section>
  );
}

interface Shared {
  readonly t: Translate;
  readonly withdrawalId: string;
  readonly action: Action;
  readonly posted: FormView | null;
  readonly answer: (body: Answer) => void;
}

interface ChoiceProps extends Shared {
  readonly outcome: WithdrawalOutcome;
  readonly label: string;
  readonly text: string;
  readonly confirm: string;
  readonly variant: ButtonVariant;
  /** Body of the call; undefined if the input is incomplete. */
  readonly read: (form: FormData) => Answer | undefined;
  /** The form uploads files without script. */
  readonly pictures?: boolean;
  readonly children?: ReactNode;
}

/** One option: opens its form and closes the others. */
function Choice(props: ChoiceProps) {
  const { withdrawalId, action, posted, answer, outcome, label, text, confirm, variant, read, pictures, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = read(new FormData(event.currentTarget));
    if (body) answer(body);
  };
  return (
    <details className={styles.choice} name="withdrawal-answer" open={posted?.values.outcome === outcome || undefined}>
      <summary>
        {label}
        <Icon name="chevron-down" />
      </summary>
      <form
        method="post"
        action={formAction('withdrawal.confirm')}
        encType={pictures ? 'multipart/form-data' : undefined}
        onSubmit={submit}
        aria-busy={action.busy}
        noValidate
      >
        <input type="hidden" name="withdrawalId" value={withdrawalId} />
        <input type="hidden" name="outcome" value={outcome} />
        <input type="hidden" name="back" value={trackerHref(withdrawalId)} />
        <p>{text}</p>
        {children}
        <Button type="submit" variant={variant} busy={action.busy} aria-disabled={action.busy || undefined}>
          {confirm}
        </Button>
      </form>
    </details>
  );
}

interface PartlyReceivedProps extends Shared {
  readonly min: string;
  readonly max: string;
  readonly hint: string;
  readonly currency: CurrencyView;
}

function PartlyReceived({ min, max, hint, currency, ...shared }: PartlyReceivedProps) {
  const { t, posted } = shared;
  const [error, setError] = useState(posted?.errors.receivedAmount);
  const read = (form: FormData): Answer | undefined => {
    const text = String(form.get('receivedAmount') ?? '');
    const typed = typedUnits(text, currency.currency);
    const fits = typed !== undefined && typed > units(min) && typed < units(max);
    setError(fits ? undefined : hint);
    return fits ? { outcome: 'received', receivedAmount: plainAmount(text, currency.currency) } : undefined;
  };
  return (
    <Choice
      {...shared}
      outcome="received"
      label={t('withdrawal.answerPart')}
      text={t('withdrawal.answerPartText')}
      confirm={t('withdrawal.answerPartConfirm')}
      variant="secondary"
      read={read}
    >
      <Field
        // Resets the field when the received amount changes.
        key={min}
        name="receivedAmount"
        label={t('withdrawal.answerPartAmount')}
        hint={hint}
        error={error}
        defaultValue={posted?.values.receivedAmount}
        {...amountInput(currency.currency)}
        autoComplete="off"
        maxLength={16}
        required
      />
    </Choice>
  );
}

function NotReceived({ more, ...shared }: Shared & { readonly more: boolean }) {
  const { t, posted } = shared;
  const [error, setError] = useState(posted?.errors.images);
  const [pictures, setPictures] = useState<{ readonly ids: readonly string[]; readonly busy: boolean }>({ ids: [], busy: false });
  const read = (form: FormData): Answer | undefined => {
    const comment = String(form.get('comment') ?? '').trim();
    if (pictures.busy) return undefined;
    const hasEvidence = comment !== '' || pictures.ids.length > 0;
    setError(hasEvidence ? undefined : t('errors.field_required'));
    return hasEvidence ? { outcome: 'not_received', images: [...pictures.ids], ...(comment !== '' && { comment }) } : undefined;
  };
  return (
    <Choice
      {...shared}
      outcome="not_received"
      label={t(more ? 'withdrawal.answerRest' : 'withdrawal.answerNone')}
      text={t('withdrawal.answerNoneText')}
      confirm={t('withdrawal.answerNoneConfirm')}
      variant="danger"
      pictures
      read={read}
    >
      <ImagePicker
        error={undefined}
        t={t}
        name="images"
        purpose="withdrawal-proof"
        label={t('withdrawal.pictures')}
        onChange={(ids, busy) => setPictures({ ids, busy })}
      />
      <div className={controls.field}>
        <label className={controls.label} htmlFor="withdrawal-comment">
          {t('withdrawal.comment')}
        </label>
        <textarea
          className={controls.input}
          id="withdrawal-comment"
          name="comment"
          rows={3}
          maxLength={REMARK_MAX_LENGTH}
          defaultValue={posted?.values.comment}
          aria-invalid={error ? true : undefined}
          aria-describedby="withdrawal-comment-hint withdrawal-comment-error"
        />
        <p className={controls.hint} id="withdrawal-comment-hint">
          {t('withdrawal.commentHint', { max: REMARK_MAX_LENGTH })}
        </p>
        <p className={controls.error} id="withdrawal-comment-error" aria-live="polite">
          {error}
        </p>
      </div>
    </Choice>
  );
}

const LATE_SECONDS = 300;

/** Minutes and seconds left; a dash in the first render, which has no clock. */
function TimeLeft({ t, until }: { readonly t: Translate; readonly until: string }) {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.round((Date.parse(until) - Date.now()) / SECOND_MS)));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  const text = seconds === undefined ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className={styles.clock} data-late={(seconds !== undefined && seconds < LATE_SECONDS) || undefined}>
      {t('withdrawal.answerLeft')} <span role="timer">{text}</span>
    </p>
  );
}
