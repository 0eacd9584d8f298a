import type { InputHTMLAttributes, Ref } from 'react';
import { Icon } from '../icon.tsx';
import styles from './file-input.module.css';

interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Button text in the language of the site: browsers use their own language. */
  readonly choose: string;
  /** Names of the selected files; empty if they are listed elsewhere. */
  readonly chosen?: string;
}

/** A file input that covers its styled button. Without script the browser's own input is shown, with the selected files. */
export function FileInput({ choose, chosen = '', ...input }: FileInputProps) {
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
