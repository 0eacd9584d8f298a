import '../../../client/styles/index.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import type { MemberPageName } from '../../components/member-entries.ts';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';

/** Reason why a page of the centre has no content. `later`: not implemented; `off`: the merchant does not offer it. */
export type MemberAbsence =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'signed-out'; readonly loginHref: string }
  | { readonly kind: 'later' | 'off' | 'absent' };

export interface MemberAbsencePageProps {
  readonly context: PageContext;
  readonly page: MemberPageName;
  readonly absence: MemberAbsence;
  /** Data of a posted form that this page cannot render again. */
  readonly form: UnsentForm | undefined;
}

export interface UnsentForm {
  readonly call: string;
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
}

export function MemberAbsencePage({ context, page, absence, form }: MemberAbsencePageProps) {
  return (
    <MemberCentre context={context} page={page}>
      {form ? <Unsent context={context} form={form} /> : <Absence t={context.t} absence={absence} />}
    </MemberCentre>
  );
}

interface AbsenceProps {
  readonly t: PageContext['t'];
  readonly absence: MemberAbsence;
}

function Absence({ t, absence }: AbsenceProps) {
  switch (absence.kind) {
    case 'signed-out':
      return <SignedOut t={t} loginHref={absence.loginHref} />;
    case 'refused':
      return <Refusal t={t} code={absence.code} message={absence.message} />;
    default:
      return <Missing t={t} kind={absence.kind} />;
  }
}

/** The input is included hidden, with the reference of the instruction: a retry is the same instruction. */
function Unsent({ context: { t, here }, form: { call, message, values } }: { readonly context: PageContext; readonly form: UnsentForm }) {
  return (
    <div className={display.card}>
      <EmptyState icon="triangle-alert" title={message} text={t('lobby.unsentText')}>
        <form method="post" action={formAction(call)}>
          <input type="hidden" name="back" value={here} />
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" variant="primary">
            {t('lobby.sendAgain')}
          </Button>
        </form>
      </EmptyState>
    </div>
  );
}

/** Placeholder of a page without content; `absent`: the platform does not have it. */
export function Missing({ t, kind }: { readonly t: PageContext['t']; readonly kind: 'later' | 'off' | 'absent' }) {
  const title = kind === 'absent' ? t('errors.not_offered') : t(`header.missing_${kind}`);
  return (
    <div className={display.card}>
      <EmptyState icon="hourglass" title={title} text={t(`header.missing_${kind === 'absent' ? 'off' : kind}_text`)}>
        <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
      </EmptyState>
    </div>
  );
}

export function SignedOut({ t, loginHref }: { readonly t: PageContext['t']; readonly loginHref: string }) {
  return (
    <div className={display.card}>
      <EmptyState icon="lock" title={t('lobby.notLoggedIn')} text={t('lobby.memberNeedsLogin')}>
        <ButtonLink variant="primary" href={loginHref} data-modal="login">
          {t('lobby.login')}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

export function Refusal({ t, code, message }: { readonly t: PageContext['t']; readonly code: string; readonly message: string }) {
  const trial = code === 'in_need_true_account';
  return (
    <div className={display.card}>
      <EmptyState
        icon={trial ? 'user-plus' : 'triangle-alert'}
        title={message}
        text={trial ? t('lobby.trialText') : t('lobby.tryAgainText')}
      >
        <ButtonLink variant="primary" href={trial ? '/register' : ''} {...(trial ? { 'data-modal': 'register' } : {})}>
          {trial ? t('lobby.register') : t('lobby.tryAgain')}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}
