import { type MouseEvent, useState } from 'react';
import { totpStart } from '../../../shared/api/security/calls.ts';
import { entryHref } from '../../page/paths.ts';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { focusTitle } from './focus-title.ts';
import type { SecurityTotpProps } from './props.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';
import { TotpOn } from './totp-on.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { useAction } from './use-action.ts';

/** Authenticator app: off, during setup, on; and the recovery codes, which are shown once. */
export default function SecurityTotp(props: SecurityTotpProps & IslandContext) {
  const { t, account, brand, form, page } = props;
  const [{ sinceText, setup, codes }, setState] = useState({ sinceText: props.sinceText, setup: props.setup, codes: props.codes });
  const starting = useAction(t, form?.call === 'member.totpStart' ? form.message : '');
  const show = (codes: readonly string[]) => setState((before) => ({ ...before, setup: null, codes: codes }));
  return (
    <section className={`${display.card} ${styles.card}`} aria-labelledby="totp-title" id="totp">
      <h2 className={styles.title} id="totp-title" tabIndex={-1}>
        {t('security.totpTitle')}
      </h2>
      {codes ? (
        <RecoveryCodes t={t} codes={codes} brand={brand} account={account} page={page} />
      ) : setup ? (
        <TotpSetup
          t={t}
          setup={setup}
          form={form}
          page={page}
          onCodes={(newCodes) => {
            toast('done', t('security.totpTurnedOn'));
            show(newCodes);
          }}
        />
      ) : sinceText !== null ? (
        <TotpOn
          t={t}
          sinceText={sinceText}
          recoveryCodesLeft={props.recoveryCodesLeft}
          form={form}
          page={page}
          onCodes={show}
          onRemoved={() => {
            focusTitle('totp-title');
            toast('done', t('security.totpTurnedOff'));
            setState({ sinceText: null, setup: null, codes: null });
          }}
        />
      ) : (
        <Off
          {...props}
          busy={starting.busy}
          problem={starting.problem}
          onStart={() => starting.run(totpStart, {}, (begun) => setState({ sinceText: null, setup: begun, codes: null }))}
        />
      )}
    </section>
  );
}

interface OffProps extends Pick<SecurityTotpProps & IslandContext, 't' | 'page' | 'confirmFirst'> {
  readonly busy: boolean;
  readonly problem: string;
  readonly onStart: () => void;
}

/** Without script the button opens the page with the setup, through the confirmation if it is required. */
function Off({ t, page, confirmFirst, busy, problem, onStart }: OffProps) {
  const setUp = `${page}?setup=1`;
  const start = (event: MouseEvent) => {
    event.preventDefault();
    onStart();
  };
  return (
    <>
      <p>{t('security.totpIntro')}</p>
      <FormMessage kind="info" text={confirmFirst ? t('security.totpConfirmFirst') : ''} />
      <FormMessage text={problem} />
      <div className={styles.actions}>
        <ButtonLink
          variant="primary"
          icon="smartphone"
          href={confirmFirst ? entryHref('confirm', setUp) : setUp}
          aria-disabled={busy || undefined}
          onClick={start}
        >
          {t('security.totpStart')}
        </ButtonLink>
      </div>
    </>
  );
}
