import { type FormEvent, useId, useRef, useState } from 'react';
import { CHAT_MAX_LENGTH } from '../../../shared/api/chat/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { entryHref, PATHS } from '../../page/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import styles from './chat.module.css';
import type { Writer } from './use-writer.ts';

export interface ChatFormProps {
  readonly t: Translate;
  readonly writer: Writer;
  readonly busy: boolean;
  /** Reason why the last message was refused. */
  readonly problem: string;
  /** True if the message was accepted; otherwise the text returns to the field. */
  readonly onSend: (text: string) => Promise<boolean>;
}

/** From this many remaining characters on, the count is announced. */
const NEARLY_FULL = 20;

export function ChatForm(props: ChatFormProps) {
  const { t, writer } = props;
  if (writer === 'member') return <WriteForm {...props} />;
  const isTrial = writer === 'trial';
  return (
    <div className={styles.hint}>
      <p>{t(isTrial ? 'chat.trial' : 'chat.signIn')}</p>
      <ButtonLink
        variant="primary"
        dense
        href={isTrial ? PATHS.register : entryHref('login', null)}
        data-modal={isTrial ? 'register' : 'login'}
      >
        {t(isTrial ? 'chat.register' : 'chat.login')}
      </ButtonLink>
    </div>
  );
}

function WriteForm({ t, busy, problem, onSend }: ChatFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const used = [...text].length;
  const left = CHAT_MAX_LENGTH - used;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (busy || message === '') return;
    setText('');
    field.current?.focus();
    // The refused message returns only to an empty field: text typed meanwhile is the next message.
    if (!(await onSend(message))) setText((typed) => typed || message);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={display.message} data-kind="error" role="alert">
        {problem}
      </p>
      <div className={styles.write}>
        <label className={display.hidden} htmlFor={id}>
          {t('chat.write')}
        </label>
        <input
          ref={field}
          className={controls.input}
          id={id}
          value={text}
          placeholder={t('chat.write')}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
          aria-describedby={`${id}-count ${id}-rules`}
          onChange={({ target }) => setText([...target.value].slice(0, CHAT_MAX_LENGTH).join(''))}
        />
        <Button type="submit" variant="primary" icon="send" iconOnly aria-disabled={busy || text.trim() === '' || undefined}>
          {t('chat.send')}
        </Button>
      </div>
      <div className={styles.below}>
        <p id={`${id}-rules`}>{t('chat.rules')}</p>
        <p className={styles.count} id={`${id}-count`}>
          {t('chat.counter', { used, max: CHAT_MAX_LENGTH })}
        </p>
      </div>
      <p className={display.hidden} role="status">
        {left <= NEARLY_FULL ? t('chat.left', { count: left }) : ''}
      </p>
    </form>
  );
}
