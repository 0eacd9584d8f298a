import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import controls from '../../../ui/controls.module.css';
import type { CountryView } from '../props.ts';
import { findCountries } from './countries.ts';
import styles from './parts.module.css';

export interface CountryListProps {
  readonly t: Translate;
  readonly id: string;
  readonly countries: readonly CountryView[];
  readonly chosen: CountryView | undefined;
  readonly flag: (countryCode: string) => string;
  readonly onChoose: (country: CountryView) => void;
  /** Called on Escape and after a selection. */
  readonly onClose: () => void;
}

/** Steps of the keys. The other keys move the cursor of the search field. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** A searchable list. The focus stays in the search field while the keys move through the countries. */
export function CountryList({ t, id, countries, chosen, flag, onChoose, onClose }: CountryListProps) {
  const [typed, setTyped] = useState('');
  const found = findCountries(countries, typed);
  const [index, setIndex] = useState(() => Math.max(0, chosen ? countries.indexOf(chosen) : 0));
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step !== undefined) setIndex(Math.min(found.length - 1, Math.max(0, index + step)));
    else if (event.key === 'Enter') {
      const country = found[index];
      if (country) onChoose(country);
    } else if (event.key === 'Escape') onClose();
    else return;
    // The key must not scroll the page, submit the form or close the dialog.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.countries} id={id}>
      <input
        ref={search}
        className={controls.input}
        type="text"
        role="combobox"
        aria-label={t('verify.countrySearch')}
        placeholder={t('verify.countrySearch')}
        aria-expanded="true"
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[index] ? `${base}-${found[index].countryCode}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} className={styles.countryList} id={`${base}-list`} role="listbox" aria-label={t('verify.country')}>
        {found.map((country, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field, aria-activedescendant points here
          <div
            key={country.countryCode}
            id={`${base}-${country.countryCode}`}
            role="option"
            aria-selected={country.countryCode === chosen?.countryCode}
            data-active={place === index || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(country)}
          >
            <Flag address={flag(country.countryCode)} />
            <span>{country.name}</span> <span dir="ltr">+{country.countryDialingCode}</span>
          </div>
        ))}
      </div>
      <p className={controls.hint} role="status">
        {found.length === 0 ? t('verify.countryNone') : null}
      </p>
    </div>
  );
}

/** A picture next to a name; its space is reserved while it loads. */
export function Flag({ address }: { readonly address: string }) {
  return <span className={styles.flag}>{address ? <img src={address} alt="" loading="lazy" decoding="async" /> : null}</span>;
}
