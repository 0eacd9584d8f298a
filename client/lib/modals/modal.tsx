import { useState } from 'react';
import { sessionLogout } from '../../../shared/api/account-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { closeModal, type MessageRequest, type ModalRequest } from '../../runtime/modals.ts';
import overlays from '../../styles/overlays.module.css';
import { LoginForm } from '../auth/login-form.tsx';
import { RegisterForm } from '../auth/register-form.tsx';
import { call, problemText } from '../call.ts';
import type { ModalHostProps, ModalName } from '../island-props.ts';
import { afterSignIn, safeNext } from '../next-path.ts';
import { PATHS } from '../paths.ts';
import { clearSession } from '../session-store.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './modals.module.css';

const TITLES: Readonly<Record<Exclude<ModalName, 'message'>, string>> = {
  login: 'auth.loginTitle',
  register: 'auth.registerTitle',
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

/** The dialog of a request, with its content. */
export function Modal({ request, shown, fromServer, onClose, ...props }: ModalProps) {
  const { t } = props;
  const { name } = request;
  return (
    <Dialog
      t={t}
      title={name === 'message' ? (request.message?.title ?? '') : t(TITLES[name])}
      open={shown}
      openFromServer={fromServer}
      onClose={onClose}
      closeOnBackdrop={name !== 'register'}
      wide={name === 'notice'}
    >
      <Content {...props} request={request} fromServer={fromServer} />
    </Dialog>
  );
}

type ContentProps = ModalHostProps & IslandContext & Pick<ModalProps, 'request' | 'fromServer'>;

function Content({ t, request, fromServer, ...props }: ContentProps) {
  const next = safeNext(request.next ?? props.next) ?? null;
  const back = fromServer ? (next ?? PATHS.home) : afterSignIn(next, location.pathname + location.search);
  const form = (callId: string) => (props.form?.call === callId ? props.form : null);
  switch (request.name) {
    case 'login':
      return <LoginForm t={t} form={form('session.login')} next={next} back={back} />;
    case 'register': {
      const { register, referralCode, termsHref } = props;
      return <RegisterForm {...{ t, next, back, referralCode, termsHref }} form={form('member.register')} settings={register} />;
    }
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
