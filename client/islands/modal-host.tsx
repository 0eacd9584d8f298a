import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionLogout } from '../../shared/api/account-calls.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { LoginForm } from '../lib/auth/login-form.tsx';
import { RegisterForm } from '../lib/auth/register-form.tsx';
import { MODAL_TEXTS } from '../lib/auth/texts.ts';
import { call, problemText } from '../lib/call.ts';
import type { ModalHostProps, ModalName } from '../lib/island-props.ts';
import { safeNext } from '../lib/next-path.ts';
import { PATHS } from '../lib/paths.ts';
import { clearSession } from '../lib/session-store.ts';
import { Button, ButtonLink } from '../lib/ui/button.tsx';
import { DIALOG_TEXTS, Dialog } from '../lib/ui/dialog.tsx';
import { FormMessage } from '../lib/ui/form-message.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import { PASSWORD_FIELD_TEXTS } from '../lib/ui/password-field.tsx';
import type { IslandContext } from '../runtime/island.ts';
import { closeModal, currentModal, type MessageRequest, type ModalRequest, onModalChange } from '../runtime/modals.ts';
import overlays from '../styles/overlays.module.css';
import styles from './modal-host.module.css';

export const texts = [...MODAL_TEXTS, ...DIALOG_TEXTS, ...PASSWORD_FIELD_TEXTS];

type Props = ModalHostProps & IslandContext;
const TITLES: Readonly<Record<Exclude<ModalName, 'message'>, string>> = {
  login: 'auth.loginTitle',
  register: 'auth.registerTitle',
  'sign-out': 'header.signOutTitle',
  notice: 'common.notices',
};

/** All modals of the page, opened and closed by name, one at a time. Renders nothing until one is asked for. */
export default function ModalHost(props: Props) {
  const { t, open } = props;
  const { request, shown, turn } = useRequest(open);
  if (!request) return null;
  const { name } = request;
  return (
    <Dialog
      key={turn}
      t={t}
      title={name === 'message' ? (request.message?.title ?? '') : t(TITLES[name])}
      open={shown}
      openFromServer={turn === 0 && open !== null}
      onClose={() => close(open !== null && turn === 0)}
      closeOnBackdrop={name !== 'register'}
      wide={name === 'notice'}
    >
      <Content {...props} request={request} />
    </Dialog>
  );
}

/** The last request stays rendered while its dialog fades out; each new one starts with fresh content. */
function useRequest(open: ModalHostProps['open']) {
  const first: ModalRequest | null = open ? { name: open } : null;
  const [initial] = useState(first);
  const asked = useSyncExternalStore(onModalChange, currentModal, () => null);
  const [state, setState] = useState({ request: initial, shown: initial !== null, turn: 0, seen: null as ModalRequest | null });
  useEffect(() => {
    const leave = onModalChange(() => {
      if (currentModal() === null) setState((before) => ({ ...before, shown: false, seen: null }));
    });
    return () => void leave();
  }, []);
  if (asked !== null && asked !== state.seen) {
    const next = { request: asked, shown: true, turn: state.turn + 1, seen: asked };
    setState(next);
    return next;
  }
  return state;
}

function close(fromServer: boolean): void {
  closeModal();
  // The sign-in page without its dialog is the home page.
  if (fromServer) history.replaceState(null, '', PATHS.home);
}

function Content({ t, request, ...props }: Props & { readonly request: ModalRequest }) {
  const next = safeNext(request.next ?? props.next) ?? null;
  const form = (callId: string) => (props.form?.call === callId ? props.form : null);
  switch (request.name) {
    case 'login':
      return <LoginForm t={t} form={form('session.login')} next={next} />;
    case 'register': {
      const { register, referralCode, termsHref } = props;
      return <RegisterForm {...{ t, next, referralCode, termsHref }} form={form('member.register')} settings={register} />;
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
