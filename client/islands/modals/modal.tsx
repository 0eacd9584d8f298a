import { Suspense, useEffect, useMemo, useState } from 'react';
import { sessionLogout } from '../../../shared/api/session/calls.ts';
import { type Translate, translator } from '../../../shared/i18n/translate.ts';
import { call, problemText } from '../../page/call.ts';
import { afterSignIn, safeNext } from '../../page/next-path.ts';
import { PATHS } from '../../page/paths.ts';
import { clearSession } from '../../page/session-store.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { closeModal, currentModal, type MessageRequest, type ModalRequest } from '../../runtime/modals.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import overlays from '../../ui/overlays.module.css';
import { EntryArt } from '../sign-in/entry-art.tsx';
import { ENTRY_VIEWS, type ModalHostProps, type ModalName } from '../sign-in/props.ts';
import { isPart, type PartName, type PartProps, partOf } from './dialog-parts.ts';
import styles from './modals.module.css';
import { textsOf } from './texts.ts';

/** A `message` has its own title, and the title of `game-popup` is the vendor's name. */
const TITLES: Readonly<Record<ModalName, string>> = {
  message: 'common.notices',
  loading: 'common.loading',
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
  'game-popup': 'header.games',
  'chat-room': 'header.chatRoom',
  'true-account': 'header.trueAccountTitle',
  'free-play': 'auth.freePlay',
};

export interface ModalProps extends ModalHostProps, IslandContext {
  readonly request: ModalRequest;
  readonly visible: boolean;
  /** Already open in the server's HTML. */
  readonly fromServer: boolean;
  readonly onClose: () => void;
}

const ENTRY_NAMES: readonly string[] = ENTRY_VIEWS;
/** A click outside must not discard input. */
const NOT_CLOSED_BY_BACKDROP: readonly ModalName[] = ['register', 'reset', 'step', 'social', 'change-password', 'loading'];

const MAX_LOADING_MS = 15_000;
const WIDE: readonly ModalName[] = ['notice', 'chat-room', 'game-popup'];
/** Dialogs with the same height before and after their content has loaded. */
const FIXED_HEIGHT: readonly ModalName[] = ['notice', 'chat-room'];

/** The dialog of a request with its content; texts are loaded with it. */
export function Modal({ request, visible, fromServer, onClose, ...host }: ModalProps) {
  const { languageTag } = host;
  const t = useMemo(() => translator(textsOf(languageTag), languageTag), [languageTag]);
  const props = { ...host, t };
  const { name } = request;
  const title = request.message?.title ?? request.vendorName;
  const banner = name === 'login' || name === 'register' ? host.banners[name] : null;
  const forced = isForced(request, props, fromServer);
  return (
    <Dialog
      t={t}
      title={title || t(TITLES[name])}
      open={visible}
      openFromServer={fromServer}
      onClose={onClose}
      closeOnBackdrop={request.message?.coverClose ?? !NOT_CLOSED_BY_BACKDROP.includes(name)}
      closeButton={name !== 'loading'}
      locked={forced}
      wide={WIDE.includes(name)}
      tall={ENTRY_NAMES.includes(name)}
      fixedHeight={FIXED_HEIGHT.includes(name)}
      appearance={name === 'chat-room' ? 'chat' : 'plain'}
      side={banner ? <EntryArt banner={banner} /> : undefined}
    >
      <Content {...props} request={request} fromServer={fromServer} />
    </Dialog>
  );
}

/** True for a required password change. */
function isForced({ name, forced }: ModalRequest, { mustChange }: Pick<ModalHostProps, 'mustChange'>, fromServer: boolean): boolean {
  return name === 'change-password' && (forced ?? (fromServer && mustChange === true));
}

type ContentProps = ModalHostProps & IslandContext & Pick<ModalProps, 'request' | 'fromServer'>;

function Content({ t, request, fromServer, ...props }: ContentProps) {
  const next = safeNext(request.next ?? props.next) ?? null;
  const back = fromServer ? (next ?? PATHS.home) : afterSignIn(next, location.pathname + location.search);
  const host = { ...props, tab: request.tab ?? props.tab, step: request.step ?? props.step };
  const name = request.name === 'free-play' && !props.features.freePlay ? 'login' : request.name;
  if (isPart(name)) {
    return (
      <DialogPart
        name={name}
        t={t}
        languageTag={props.languageTag}
        host={host}
        next={next}
        back={back}
        // The posted form belongs to the dialog that the server rendered open, not to later ones.
        form={fromServer ? props.form : (request.form ?? null)}
        forced={isForced(request, props, fromServer)}
        oldPassword={request.oldPassword === true}
        begin={request.begin === true}
        vassalage={request.vassalage ?? ''}
        vendorName={request.vendorName ?? ''}
      />
    );
  }
  switch (name) {
    case 'sign-out':
      return <SignOut t={t} />;
    case 'true-account':
      return <TrueAccount t={t} />;
    case 'message':
      return request.message ? <Message t={t} message={request.message} /> : null;
    case 'loading':
      return <LoadingIndicator t={t} message={request.message} />;
  }
}

/** Large dialogs appear before their content. A form appears with its dialog, whose first field gets the focus. */
function DialogPart({ name, ...props }: PartProps & { readonly name: PartName }) {
  const Part = partOf(name);
  if (!WIDE.includes(name)) return <Part {...props} />;
  return (
    <Suspense fallback={<Loading t={props.t} />}>
      <Part {...props} />
    </Suspense>
  );
}

function Loading({ t }: { readonly t: Translate }) {
  return (
    <div className={styles.loading} role="status" aria-label={t('common.loading')}>
      <span className={controls.spinner} />
    </div>
  );
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

/** Loading indicator, with a message if given. It closes after a time limit because the result may never arrive. */
function LoadingIndicator({ t, message }: { readonly t: Translate; readonly message: MessageRequest | undefined }) {
  useAutoClose(message?.timeoutMs ?? MAX_LOADING_MS, message);
  useEffect(() => {
    addEventListener('pagehide', closeModal);
    return () => removeEventListener('pagehide', closeModal);
  }, []);
  return (
    <>
      <Loading t={t} />
      {message?.text || message?.html ? <MessageText message={message} /> : null}
      {message?.buttons ? <MessageButtons buttons={message.buttons} /> : null}
    </>
  );
}

/** `of`: the message; another message in the same dialog restarts the time. */
function useAutoClose(milliseconds: number | undefined, of?: MessageRequest): void {
  useEffect(() => {
    if (milliseconds === undefined) return;
    const timer = setTimeout(() => currentModal()?.message === of && closeModal(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, of]);
}

function Message({ t, message }: { readonly t: Translate; readonly message: MessageRequest }) {
  useAutoClose(message.timeoutMs, message);
  return (
    <>
      <MessageText message={message} />
      <MessageButtons buttons={message.buttons ?? [{ label: t('common.ok') }]} />
    </>
  );
}

function MessageText({ message }: { readonly message: MessageRequest }) {
  return (
    <div className={styles.message}>
      <Icon name={message.icon ?? 'info'} />
      {message.html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
        <div dangerouslySetInnerHTML={{ __html: message.html }} />
      ) : (
        <p>{message.text}</p>
      )}
    </div>
  );
}

function MessageButtons({ buttons }: { readonly buttons: NonNullable<MessageRequest['buttons']> }) {
  return (
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
  );
}

/** For trial accounts: the page requires a real account. */
function TrueAccount({ t }: { readonly t: Translate }) {
  return (
    <>
      <div className={styles.message}>
        <Icon name="user-plus" />
        <p>{t('errors.in_need_true_account')}</p>
      </div>
      <div className={overlays.footer}>
        <ButtonLink href={PATHS.register} data-modal="register">
          {t('header.join')}
        </ButtonLink>
        <Button variant="primary" onClick={closeModal} data-first>
          {t('common.ok')}
        </Button>
      </div>
    </>
  );
}
