import type { InputHTMLAttributes, Ref } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './file-box.module.css';

interface FileBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** On the button, in the language of the site: browsers label theirs in their own. */
  readonly choose: string;
  /** Names of the chosen files; empty where they are listed elsewhere. */
  readonly chosen?: string;
}

/** A file input that covers what is drawn for it. Without script it is the browser's own, which shows what was chosen. */
export function FileBox({ choose, chosen = '', ...input }: FileBoxProps) {
  return (
    <div className={styles.box}>
      <span className={styles.button} aria-hidden="true">
        <Icon name="upload" small />
        {choose}
      </span>
      {chosen === '' ? null : (
        <span className={styles.chosen} aria-hidden="true">
          <bdi>{chosen}</bdi>
        </span>
      )}
      <input {...input} className={styles.input} type="file" />
    </div>
  );
}
