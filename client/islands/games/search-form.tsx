import type { AriaAttributes, AriaRole, Ref } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './search-form.module.css';

interface SearchFormProps {
  readonly t: Translate;
  readonly action: string;
  readonly value?: string;
  /** Number of games that are searched; null if unknown. */
  readonly total: number | null;
  /** The list contains matches instead of games. */
  readonly sports?: boolean;
  /** Further query parameters that the search keeps. */
  readonly hiddenFields?: Readonly<Record<string, string>>;
  readonly ref?: Ref<HTMLInputElement>;
  /** Called while typing, if the page updates its list at once. */
  readonly onSearch?: (text: string) => void;
  /** Further attributes of the field, for a list of suggestions. */
  readonly field?: AriaAttributes & { readonly role?: AriaRole };
}

/** A search for games: a plain form, and live if `onSearch` is set. */
export function SearchForm({ t, action, value, total, sports = false, hiddenFields = {}, ref, onSearch, field }: SearchFormProps) {
  return (
    <search className={styles.search}>
      <form action={action} className={styles.form}>
        {Object.entries(hiddenFields).map(([name, hiddenValue]) => (
          <input key={name} type="hidden" name={name} value={hiddenValue} />
        ))}
        <label className={styles.box}>
          <Icon name="search" />
          <input
            ref={ref}
            className={styles.input}
            type="search"
            name="gameName"
            defaultValue={value}
            maxLength={64}
            autoComplete="off"
            enterKeyHint="search"
            aria-label={t('lobby.search')}
            placeholder={total === null ? t('lobby.search') : t(sports ? 'lobby.searchSports' : 'lobby.searchCount', { count: total })}
            {...field}
            onChange={onSearch && (({ currentTarget }) => onSearch(currentTarget.value))}
          />
        </label>
        <button className={styles.submit} type="submit">
          {t('lobby.searchAction')}
        </button>
      </form>
    </search>
  );
}
