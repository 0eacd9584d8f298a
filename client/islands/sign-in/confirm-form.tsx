import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import { sessionConfirm, sessionState } from '../../../shared/api/session/calls.ts';
import type { CONFIRM_METHODS } from '../../../shared/api/session/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call, canSeal, problemText } from '../../page/call.ts';
import { entryHref, formAction } from '../../page/paths.ts';
import { closeModal } from '../../runtime/modals.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { resolveConfirmation } from './call-confirmed.ts';
import styles from './entry.module.css';
import type { EntryFormProps } from './entry-form.ts';
import { useHydrated } from './parts/use-hydrated.ts';
import { canUsePasskeys, requestPasskey } from './passkey.ts';
import type { ConfirmView, FormView } from './props.ts';
import { type FieldErrors, useForm } from './use-form.ts';

type Method = (typeof CONFIRM_METHODS)[number];
const CALL = 'session.confirm';

/**
 * Asks for a factor again, to reactivate an idle session or to confirm a change of credentials. The simplest factor
 * comes first.
 */
export function ConfirmForm({ t, host, form, next, back }: EntryFormProps) {
  const { state, problem } = useSessionState(host.confirm);
  if (problem) return <Problem t={t} {...problem} next={next} />;
  if (!state) return <Loading t={t} />;
  const posted = form?.call === CALL ? form : null;
  return (
    <>
      <p className={styles.lead}>{t(state.idle ? 'security.confirmIdle' : 'security.confirmChange', { account: state.account })}</p>
      <Methods t={t} state={state} posted={posted} next={next} back={back} />
    </>
  );
}

interface MethodsProps extends Pick<EntryFormProps, 't' | 'next' | 'back'> {
  readonly state: ConfirmView;
  readonly posted: FormView | null;
}

/** One method open, the others one line each. Without script each line is a separate form that expands. */
function Methods({ t, state, posted, next, back }: MethodsProps) {
  const live = useHydrated();
  const usable = state.methods.filter((method) => method !== 'passkey' || (live && canUsePasskeys()));
  const first = usable.find((method) => method === posted?.values.method) ?? usable[0];
  const [chosen, choose] = useState<Method | null>(null);
  const current = chosen ?? first;
  const onConfirmed = () => continueAfterConfirmation(next);
  const formOf = (method: Method) =>
    method === 'passkey' ? (
      <PasskeyButton t={t} onConfirmed={onConfirmed} />
    ) : (
      <ProofForm
        key={method}
        t={t}
        method={method}
        back={back}
        onConfirmed={onConfirmed}
        posted={posted?.values.method === method ? posted : null}
        isChosen={method === chosen}
      />
    );
  if (!current) return <FormMessage text={t('security.confirmNoWay')} />;
  const others = usable.filter((method) => method !== current);
  return (
    <>
      {formOf(current)}
      {others.length > 0 ? <p className={styles.or}>{t('security.confirmOther')}</p> : null}
      {others.map((method) =>
        live ? (
          <Button key={method} variant="outline" wide icon={ICONS[method]} onClick={() => choose(method)}>
            {t(OTHER_WAYS[method])}
          </Button>
        ) : (
          <MethodSection key={method} title={t(OTHER_WAYS[method])}>
            {formOf(method)}
          </MethodSection>
        ),
      )}
    </>
  );
}

const ICONS: Readonly<Record<Method, string>> = { passkey: 'fingerprint', totp: 'smartphone', recovery: 'key-round', password: 'lock' };
const OTHER_WAYS: Readonly<Record<Method, string>> = {
  passkey: 'security.usePasskey',
  totp: 'security.useTotp',
  recovery: 'security.useRecovery',
  password: 'security.usePassword',
};
const LABELS: Readonly<Record<Exclude<Method, 'passkey'>, string>> = {
  totp: 'security.totpCode',
  recovery: 'security.recoveryCode',
  password: 'auth.password',
};
const HINTS: Readonly<Partial<Record<Method, string>>> = { totp: 'security.totpHint', recovery: 'security.recoveryHint' };
const REQUIRED_TEXTS: Readonly<Record<Exclude<Method, 'passkey'>, string>> = {
  totp: 'errors.code_missing',
  recovery: 'errors.code_missing',
  password: 'auth.passwordRequired',
};

function MethodSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className={`${controls.button} ${controls.outline} ${controls.wide}`}>{title}</summary>
      <div className={display.card}>{children}</div>
    </details>
  );
}

interface ProofFormProps {
  readonly t: Translate;
  readonly method: Exclude<Method, 'passkey'>;
  readonly posted: FormView | null;
  readonly back: string;
  /** Selected by the visitor; the focus then moves to its field. */
  readonly isChosen: boolean;
  readonly onConfirmed: () => boolean;
}

function ProofForm({ t, method, posted, back, isChosen, onConfirmed }: ProofFormProps) {
  const { busy, message, errors, onSubmit, onInput } = useForm({
    t,
    posted,
    check: ({ proof }): FieldErrors => (proof ? {} : { proof: t(REQUIRED_TEXTS[method]) }),
    send: ({ proof = '' }) => call(sessionConfirm, { body: { method, proof } }),
    onSuccess: onConfirmed,
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isChosen) input.current?.focus();
  }, [isChosen]);
  const field = { ref: input, name: 'proof', label: t(LABELS[method]), error: errors.proof || message, required: true };
  const hint = HINTS[method];
  return (
    <form className={styles.form} method="post" action={formAction(CALL)} noValidate aria-busy={busy} onSubmit={onSubmit} onInput={onInput}>
      <input type="hidden" name="method" value={method} />
      <input type="hidden" name="back" value={back} />
      {method === 'password' ? (
        <PasswordField t={t} {...field} autoComplete="current-password" maxLength={256} />
      ) : (
        <Field
          {...field}
          hint={hint && t(hint)}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoCapitalize={method === 'totp' ? 'none' : 'characters'}
          spellCheck={false}
          maxLength={method === 'totp' ? 7 : 32}
        />
      )}
      <Button type="submit" variant="primary" wide busy={busy} aria-disabled={busy || undefined}>
        {t('security.confirm')}
      </Button>
    </form>
  );
}

function PasskeyButton({ t, onConfirmed }: { readonly t: Translate; readonly onConfirmed: () => boolean }) {
  const [{ busy, problem }, setState] = useState({ busy: false, problem: '' });
  const show = async () => {
    setState({ busy: true, problem: '' });
    const passkey = await requestPasskey(t);
    if ('problem' in passkey) return setState({ busy: false, problem: passkey.problem });
    const answer = await call(sessionConfirm, { body: { method: 'passkey', proof: passkey.proof } });
    if (!answer.success) return setState({ busy: false, problem: problemText(t, answer) });
    if (!onConfirmed()) setState({ busy: false, problem: '' });
  };
  return (
    <>
      <FormMessage text={problem} />
      <Button
        variant="primary"
        wide
        icon="fingerprint"
        busy={busy}
        aria-disabled={busy || undefined}
        onClick={() => void (busy || show())}
        data-first
      >
        {t('security.usePasskey')}
      </Button>
    </>
  );
}

/** Continues the pending call of the page. Without one, loads the page that required the confirmation. */
function continueAfterConfirmation(next: string | null): boolean {
  if (resolveConfirmation()) {
    closeModal();
    return false;
  }
  if (next === null) location.reload();
  else location.assign(next);
  return true;
}

interface KnownState {
  readonly state: ConfirmView | null;
  readonly problem: { readonly message: string; readonly over: boolean } | null;
}

/** From the server if it rendered the dialog open, otherwise loaded. */
function useSessionState(given: ConfirmView | null): KnownState {
  const [known, setKnown] = useState<KnownState>({ state: given, problem: null });
  useEffect(() => {
    if (given) return;
    void call(sessionState).then((answer) =>
      setKnown(
        answer.success
          ? { state: viewOf(answer.value), problem: null }
          : { state: null, problem: { message: answer.message, over: answer.code === 'unauthorized' } },
      ),
    );
  }, [given]);
  return known;
}

/** Codes, passwords and passkeys are sent encrypted. Over plain HTTP only posted forms work, so passkeys are left out. */
function viewOf({ account, idle, methods }: ValueOf<typeof sessionState>): ConfirmView {
  return { account, idle, methods: canSeal() ? methods : methods.filter((method) => method !== 'passkey') };
}

function Problem({ t, message, over, next }: NonNullable<KnownState['problem']> & Pick<EntryFormProps, 't' | 'next'>) {
  return (
    <>
      <FormMessage text={message || t('errors.upstream_unavailable')} />
      {over ? (
        <ButtonLink variant="primary" wide href={entryHref('login', next)} data-modal="login">
          {t('auth.login')}
        </ButtonLink>
      ) : null}
    </>
  );
}

function Loading({ t }: Pick<EntryFormProps, 't'>) {
  return (
    <div className={styles.form} role="status" aria-label={t('common.loading')}>
      <div className={`${display.skeleton} ${display.skeletonRow}`} />
      <div className={`${display.skeleton} ${display.skeletonRow}`} />
    </div>
  );
}
