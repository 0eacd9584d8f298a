import { type FormEvent, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import styles from './security.module.css';

export interface RecoveryCodesProps {
  readonly t: Translate;
  readonly codes: readonly string[];
  readonly brand: string;
  readonly account: string;
  /** Page after the codes. */
  readonly page: string;
}

/** The recovery codes, shown once, with buttons to save them. Continuing requires the checkbox that they are saved. */
export function RecoveryCodes({ t, codes, brand, account, page }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(codes.join('\n')).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      : setCopied(false);
  const title = t('security.codesFileTitle', { brand, account });
  return (
    <div className={styles.codes} data-print="">
      <h3 className={styles.subtitle} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t('security.codesTitle')}
      </h3>
      <p className={styles.printTitle}>{title}</p>
      <p>{t('security.codesText')}</p>
      <ol className={styles.codeList} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={`${styles.actions} ${styles.scripted}`}>
        <Button dense variant="outline" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
          <span aria-live="polite">{t(copied ? 'security.codesCopied' : 'security.codesCopy')}</span>
        </Button>
        <Button
          dense
          variant="outline"
          icon="download"
          onClick={() => download(`${title}\n${t('security.codesFileText')}\n\n${codes.join('\n')}\n`)}
        >
          {t('security.codesDownload')}
        </Button>
        <Button dense variant="outline" icon="printer" onClick={() => print()}>
          {t('security.codesPrint')}
        </Button>
      </div>
      <FormMessage kind="info" text={copied === false ? t('security.codesNotCopied') : ''} />
      <form className={styles.actions} method="get" action={page} onSubmit={(event) => leave(event, page)}>
        <label className={controls.check}>
          <input type="checkbox" required />
          <span>{t('security.codesSaved')}</span>
        </label>
        <Button type="submit" variant="primary">
          {t('security.codesDone')}
        </Button>
      </form>
    </div>
  );
}

/** The address of this page may contain the setup, so the plain page is loaded. */
function leave(event: FormEvent, page: string): void {
  event.preventDefault();
  location.replace(page);
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
