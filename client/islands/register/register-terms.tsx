import { useId } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import controls from '../../ui/controls.module.css';

export interface RegisterTermsProps {
  readonly t: Translate;
  readonly minimumAge: number;
  readonly ticked: boolean;
  /** Address of the terms; null without terms. */
  readonly href: string | null;
  readonly error: string | undefined;
}

/** Confirmation of age and terms, required to register. */
export function RegisterTerms({ t, minimumAge, ticked, href, error }: RegisterTermsProps) {
  const id = useId();
  return (
    <div className={controls.field}>
      <label className={controls.check}>
        <input
          type="checkbox"
          name="agreed"
          defaultChecked={ticked}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>
          {href === null ? (
            t('auth.agreeAge', { age: minimumAge })
          ) : (
            <>
              {t('auth.agree', { age: minimumAge })}{' '}
              <a className={controls.link} href={href} target="_blank" rel="noreferrer">
                {t('auth.terms')}
              </a>
            </>
          )}
        </span>
      </label>
      <p className={controls.error} id={id} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
