import { type MouseEvent, useState } from 'react';
import { chatReport } from '../../../shared/api/chat/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { zonedText } from '../../../shared/time.ts';
import { call, problemText } from '../../page/call.ts';
import { siteTimeZone } from '../../page/site-time.ts';
import { Button } from '../../ui/button.tsx';
import styles from './chat.module.css';
import type { ChatMessage } from './chat-log.ts';

export interface MessageRowProps {
  readonly t: Translate;
  readonly message: ChatMessage;
  readonly isOwn: boolean;
  readonly canReport: boolean;
}

/** One message; reporting it requires a confirmation. */
export function MessageRow({ t, message, isOwn, canReport }: MessageRowProps) {
  const { id, account, text, at, deleted } = message;
  const [confirming, setConfirming] = useState(false);
  const [state, setState] = useState<'none' | 'busy' | 'done'>('none');
  const [problem, setProblem] = useState('');
  const report = async ({ currentTarget }: MouseEvent) => {
    const log = currentTarget.closest<HTMLElement>('[role="log"]');
    setState('busy');
    const answer = await call(chatReport, { body: { messageId: id } });
    setConfirming(false);
    setState(answer.success ? 'done' : 'none');
    setProblem(answer.success ? '' : problemText(t, answer));
    log?.focus();
  };
  const statusText = state === 'done' ? t('chat.reported') : problem;
  const leave = ({ currentTarget }: MouseEvent) => {
    setConfirming(false);
    currentTarget.closest<HTMLElement>('[role="log"]')?.focus();
  };
  return (
    <div className={styles.message} data-own={isOwn || undefined}>
      <p className={styles.meta}>
        <bdi className={styles.account}>{isOwn ? t('chat.you') : account}</bdi>
        <time dateTime={at}>{clock(at)}</time>
        {canReport && !isOwn && !deleted && state === 'none' && !confirming ? (
          <Button className={styles.report} variant="ghost" icon="triangle-alert" iconOnly onClick={() => setConfirming(true)}>
            {t('chat.reportOf', { account })}
          </Button>
        ) : null}
      </p>
      <p className={styles.text} dir="auto" data-deleted={deleted || undefined}>
        {deleted ? t('chat.deleted') : text}
      </p>
      {confirming ? (
        <div ref={focusButton} className={styles.ask}>
          <p>{t('chat.reportSure')}</p>
          <Button variant="outline" dense busy={state === 'busy'} onClick={(event) => void report(event)}>
            {t('chat.reportYes')}
          </Button>
          <Button variant="ghost" dense onClick={leave}>
            {t('chat.reportNo')}
          </Button>
        </div>
      ) : null}
      {statusText ? <p className={styles.outcome}>{statusText}</p> : null}
    </div>
  );
}

/** The pressed button was removed, so the focus moves to its replacement. */
function focusButton(element: HTMLElement | null): void {
  element?.querySelector('button')?.focus();
}

/** "08:05" in the merchant's time zone. */
function clock(at: string): string {
  return zonedText(at, siteTimeZone()).slice('2026-11-21 '.length, -':05'.length);
}
