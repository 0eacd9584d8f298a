import { useMemo, useState } from 'react';
import { sessionLogout } from '../../../shared/api/session-calls.ts';
import { type Translate, translator } from '../../../shared/i18n/translate.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { closeModal, type MessageRequest, type ModalRequest } from '../../runtime/modals.ts';
import overlays from '../../styles/overlays.module.css';
import { ChangePasswordForm } from '../auth/change-password-form.tsx';
import { ConfirmForm } from '../auth/confirm-form.tsx';
import { ForgotForm } from '../auth/forgot-form.tsx';
import { LoginForm } from '../auth/login-form.tsx';
import { RegisterForm } from '../auth/register-form.tsx';
import { ResetForm } from '../auth/reset-form.tsx';
import { SocialForm } from '../auth/social-form.tsx';
import { StepForm } from '../auth/step-form.tsx';
import { call, problemText } from '../call.ts';
import { ENTRY_VIEWS, type ModalHostProps, type ModalName } from '../island-props.ts';
import { afterSignIn, safeNext } from '../next-path.ts';
import { PATHS } from '../paths.ts';
import { clearSession } from '../session-store.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './modals.module.css';
import { textsOf } from './texts.ts';

const TITLES: Readonly<Record<Exclude<ModalName, 'message'>, string>> = {
  login: 'auth.loginTitle',
  register: 'auth.registerTitle',
  forgot: 'auth.forgotTitle',
  reset: 'auth.resetTitle',
  step: 'auth.stepTitle',
  social: 'auth.socialTitle',
  'change-password': 'auth.changePasswordTitle',
  confirm: 'auth.confirmTitle',
  'sign-out': 'header.signOutTitle',
  notice: 'common.notices',
};

export interface ModalProps extends ModalHostProps, IslandContext {
  readonly request: ModalRequest;
  readonly shown: boolean;
  /** The server's HTML has it open already. */
  readonly fromServer: boolean;
  readonly onClose: () => void;
}

const ENTRY_NAMES: readonly string[] = ENTRY_VIEWS;
/** A click that misses the dialog would throw away what was typed or begun. */
const STAYS: readonly ModalName[] = ['register', 'reset', 'step', 'social', 'change-password'];

/** The dialog of a request, with its content; its texts have been loaded with it. */
export function Modal({ request, shown, fromServer, onClose, ...host }: ModalProps) {
  const { languageTag } = host;
  const t = useMemo(() => translator(textsOf(languageTag), languageTag), [languageTag]);
  const props = { ...host, t };
  const { name } = request;
  const forced = isForced(request, props, fromServer);
  return (
    <Dialog
      t={t}
      title={name === 'message' ? (request.message?.title ?? '') : t(TITLES[name])}
      open={shown}
      openFromServer={fromServer}
      onClose={onClose}
      closeOnBackdrop={!STAYS.includes(name)}
      locked={forced}
      wide={name === 'notice'}
      tall={ENTRY_NAMES.includes(name)}
    >
      <Content {...props} request={request} fromServer={fromServer} />
    </Dialog>
  );
}

/** A new password that comes before anything else. */
function isForced({ name, forced }: ModalRequest, { mustChange }: Pick<ModalHostProps, 'mustChange'>, fromServer: boolean): boolean {
  return name === 'change-password' && (forced ?? (fromServer && mustChange === true));
}

type ContentProps = ModalHostProps & IslandContext & Pick<ModalProps, 'request' | 'fromServer'>;

function Content({ t, request, fromServer, ...props }: ContentProps) {
  const next = safeNext(request.next ?? props.next) ?? null;
  const back = fromServer ? (next ?? PATHS.home) : afterSignIn(next, location.pathname + location.search);
  const host = { ...props, tab: request.tab ?? props.tab, step: request.step ?? props.step };
  // What was posted belongs to the dialog that the server has open, not to those opened after it.
  const entry = { t, host, next, back, form: fromServer ? props.form : null };
  switch (request.name) {
    case 'login':
      return <LoginForm {...entry} />;
    case 'register':
      return <RegisterForm {...entry} />;
    case 'forgot':
      return <ForgotForm {...entry} />;
    case 'reset':
      return <ResetForm {...entry} />;
    case 'step':
      return <StepForm {...entry} />;
    case 'social':
      return <SocialForm {...entry} />;
    case 'change-password':
      return <ChangePasswordForm {...entry} forced={isForced(request, props, fromServer)} />;
    case 'confirm':
      return <ConfirmForm {...entry} />;
    case 'sign-out':
      return <SignOut t={t} />;
    case 'notice':
      return <Notices notices={props.notices} />;
    case 'message':
      return request.message ? <Message t={t} message={request.message} /> : null;
  }
}

function SignOut({ t }: { readonly t: Translate }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const signOut = async () => {
    setBusy(true);
    const answer = await call(sessionLogout);
    if (answer.success || answer.code === 'unauthorized') {
      clearSession();
      location.assign('/');
      return;
    }
    setBusy(false);
    setProblem(problemText(t, answer));
  };
  return (
    <>
      <FormMessage text={problem} />
      <p>{t('header.signOutText')}</p>
      <div className={overlays.footer}>
        <Button onClick={closeModal}>{t('common.cancel')}</Button>
        <Button variant="primary" busy={busy} disabled={busy} onClick={() => void signOut()} data-first>
          {t('header.signOut')}
        </Button>
      </div>
    </>
  );
}

function Message({ t, message }: { readonly t: Translate; readonly message: MessageRequest }) {
  const buttons = message.buttons ?? [{ label: t('common.ok') }];
  return (
    <>
      <div className={styles.message}>
        <Icon name={message.icon ?? 'info'} />
        <p>{message.text}</p>
      </div>
      <div className={overlays.footer}>
        {buttons.map(({ label, href, modal }, index) => {
          const variant = index === 0 ? 'primary' : 'secondary';
          return href ? (
            <ButtonLink key={label} variant={variant} href={href}>
              {label}
            </ButtonLink>
          ) : (
            <Button key={label} variant={variant} data-modal={modal} onClick={modal ? undefined : closeModal}>
              {label}
            </Button>
          );
        })}
      </div>
    </>
  );
}

function Notices({ notices }: Pick<ModalHostProps, 'notices'>) {
  return (
    <div className={styles.notices}>
      {notices.map(({ id, title, html, dateText }, index) => (
        <details key={id} className={styles.notice} name="notice" open={index === 0}>
          <summary>
            {title} <time>{dateText}</time>
          </summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the platform when stored and by the server when read */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </details>
      ))}
    </div>
  );
}
