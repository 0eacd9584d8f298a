import controls from '../../client/ui/controls.module.css';
import type { PageContext } from '../layouts/page-context.ts';
import styles from './consent-link.module.css';

/** Reopens the question for consent. Rendered only if visits are measured, which requires script. */
export function ConsentLink({ context: { t, gtagId } }: { readonly context: PageContext }) {
  if (gtagId === null) return null;
  return (
    <p className={styles.change}>
      <button type="button" className={`${controls.button} ${controls.dense}`} data-consent="">
        {t('play.consentChange')}
      </button>
    </p>
  );
}
