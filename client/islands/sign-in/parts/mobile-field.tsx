import { useEffect, useId, useRef, useState } from 'react';
import { DROPDOWN_CLOSE_MS } from '../../../../shared/constants.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import controls from '../../../ui/controls.module.css';
import display from '../../../ui/display.module.css';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CountryView } from '../props.ts';
import { CountryList, Flag } from './country-list.tsx';
import styles from './parts.module.css';
import { type CountryChoice, useCountries } from './use-countries.ts';
import { useHydrated } from './use-hydrated.ts';

export interface MobileFieldProps {
  readonly t: Translate;
  /** From the server; null: loaded. */
  readonly countries: readonly CountryView[] | null;
  /** Posted values: `countryDialingCode`, `mobileNum`. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  /** Text after the label of an optional number. */
  readonly optional?: string;
}

/** Country and mobile number: inputs `countryDialingCode` and `mobileNum`. Without script the country is a plain select. */
export function MobileField({ t, countries, values, errors, optional = '' }: MobileFieldProps) {
  const live = useHydrated();
  const choice = useCountries(countries, values.countryDialingCode);
  return (
    <div className={styles.mobile}>
      {live ? <CountryButton t={t} choice={choice} /> : <CountrySelect t={t} countries={countries ?? []} values={values} />}
      <Field
        name="mobileNum"
        label={t('verify.mobile')}
        optional={optional}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        defaultValue={values.mobileNum}
        error={errors.mobileNum ?? errors.countryDialingCode}
        maxLength={20}
        required={!optional}
      />
    </div>
  );
}

function CountrySelect({ t, countries, values }: Pick<MobileFieldProps, 't' | 'values'> & { readonly countries: readonly CountryView[] }) {
  const id = useId();
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {t('verify.country')}
      </label>
      <select
        id={id}
        className={controls.input}
        name="countryDialingCode"
        defaultValue={values.countryDialingCode ?? ''}
        autoComplete="tel-country-code"
      >
        <option value="">{t('verify.countryChoose')}</option>
        {countries.map(({ countryCode, countryDialingCode, name }) => (
          <option key={countryCode} value={countryDialingCode}>
            +{countryDialingCode} {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function CountryButton({ t, choice }: { readonly t: Translate; readonly choice: CountryChoice }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closing = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const id = useId();
  const { chosen, countries } = choice;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus to close the list
    <div
      className={controls.field}
      onFocus={() => clearTimeout(closing.current)}
      onBlur={() => {
        closing.current = window.setTimeout(() => setOpen(false), DROPDOWN_CLOSE_MS);
      }}
    >
      <span className={controls.label} id={`${id}-label`}>
        {t('verify.country')}
      </span>
      <button
        ref={button}
        type="button"
        className={`${controls.input} ${styles.countryButton}`}
        aria-labelledby={`${id}-label ${id}-chosen`}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Flag address={chosen ? choice.flag(chosen.countryCode) : ''} />
        <span id={`${id}-chosen`}>
          <span className={display.hidden}>{chosen?.name} </span>
          <span dir="ltr">{chosen ? `+${chosen.countryDialingCode}` : '+'}</span>
        </span>
        <Icon name="chevron-down" small />
      </button>
      <input type="hidden" name="countryDialingCode" value={chosen?.countryDialingCode ?? ''} />
      {open && countries ? (
        <CountryList
          t={t}
          id={`${id}-list`}
          countries={countries}
          chosen={chosen}
          flag={choice.flag}
          onChoose={(country) => {
            choice.choose(country);
            close();
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
