import type { Translate } from '../../../../shared/i18n/translate.ts';
import { Button } from '../../../ui/button.tsx';
import controls from '../../../ui/controls.module.css';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PLAIN_PLACE_FIELD, type PlainPlace, plainCaptchaHref } from '../plain-captcha.ts';
import styles from './parts.module.css';
import type { CaptchaImage } from './use-captcha.ts';
import type { Challenge } from './use-challenge.ts';

export interface HumanFieldProps {
  readonly t: Translate;
  readonly challenge: Challenge;
  /** The image rendered by the server after a post without script was refused because a captcha is required. */
  readonly posted: CaptchaImage | null;
  readonly error: string | undefined;
  /**
   * Rendered only while a captcha is required: another check in the same form already has the status line and the field
   * names.
   */
  readonly second?: boolean;
  /** The platform always requires a proof for this form: without script it shows a captcha from the start. */
  readonly plain?: PlainPlace;
}

/** Status of the automatic check, and the image captcha if the platform requires one. */
export function HumanField({ t, challenge, posted, error, second = false, plain }: HumanFieldProps) {
  const captchaRequired = challenge.captchaRequired || posted !== null;
  return (
    <div className={styles.human} data-second={(second && !captchaRequired) || undefined}>
      <div ref={challenge.widgetPlace} className={styles.widget} />
      {plain && !posted ? (
        <noscript>
          <PlainCaptcha t={t} place={plain} error={error} />
        </noscript>
      ) : null}
      {captchaRequired ? (
        <CaptchaField t={t} challenge={challenge} posted={posted} error={error} second={second} />
      ) : (
        <Status t={t} state={challenge.state} />
      )}
    </div>
  );
}

interface PlainCaptchaProps {
  readonly t: Translate;
  readonly place: PlainPlace;
  readonly error: string | undefined;
}

/** The page is the same for every visitor, so picture and key are loaded by a separate request. */
function PlainCaptcha({ t, place, error }: PlainCaptchaProps) {
  const id = `plain-captcha-${place}`;
  return (
    <div className={styles.captcha}>
      <div>
        <label className={controls.label} htmlFor={id}>
          {t('verify.captcha')}
        </label>
        <input
          className={controls.input}
          id={id}
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={8}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <p className={controls.error} id={`${id}-error`}>
          {error}
        </p>
      </div>
      <span className={styles.image}>
        <img src={plainCaptchaHref(place)} alt={t('verify.captchaImage')} width={132} height={44} />
      </span>
      <input type="hidden" name={PLAIN_PLACE_FIELD} value={place} />
    </div>
  );
}

function CaptchaField({ t, challenge, posted, error, second }: HumanFieldProps) {
  const { captcha } = challenge;
  const image = captcha.required ? captcha.current : posted;
  return (
    <div className={styles.captcha}>
      <Field
        ref={challenge.captchaInput}
        name={second ? 'secondCaptcha' : 'captcha'}
        label={t('verify.captcha')}
        error={error ?? (captcha.failed ? t('verify.captchaUnavailable') : undefined)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={8}
      />
      <span className={styles.image}>
        {image ? <img src={`data:image/png;base64,${image.image}`} alt={t('verify.captchaImage')} /> : null}
      </span>
      <Button icon="refresh-cw" iconOnly onClick={captcha.refresh}>
        {t('verify.captchaRefresh')}
      </Button>
      <input ref={challenge.captchaKeyInput} type="hidden" name={second ? 'secondCaptchaKey' : 'captchaKey'} value={image?.key ?? ''} />
    </div>
  );
}

function Status({ t, state }: Pick<HumanFieldProps, 't'> & Pick<Challenge, 'state'>) {
  return (
    <p className={styles.status} role="status" data-state={state}>
      {state === 'idle' ? null : (
        <>
          <Icon name={state === 'done' ? 'shield-check' : 'shield'} small />
          {t(state === 'done' ? 'verify.human' : 'verify.checking')}
        </>
      )}
    </p>
  );
}
