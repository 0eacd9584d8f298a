import controls from '../../client/ui/controls.module.css';
import type { PageContext } from '../layouts/page-context.ts';
import styles from './script-trouble.module.css';

/** Shown by the loader (`client/runtime/chunk.ts`) when a required script fails to load. */
export function ScriptTrouble({ t, here }: Pick<PageContext, 't' | 'here'>) {
  return (
    <div className={styles.trouble} id="script-trouble" role="alert" hidden>
      <p>{t('play.scriptSlow')}</p>
      <a className={`${controls.button} ${controls.dense}`} href={here}>
        {t('play.reload')}
      </a>
    </div>
  );
}
