import { Icon } from '../../client/lib/ui/icon.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly t: Translate;
  readonly action: string;
  readonly value?: string;
  readonly total: number;
  /** Further query parameters that the search keeps. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** A search that is a plain form. */
export function SearchBox({ t, action, value, total, keep = {} }: SearchBoxProps) {
  return (
    <search className={styles.search}>
      <form action={action} className={styles.form}>
        {Object.entries(keep).map(([name, kept]) => (
          <input key={name} type="hidden" name={name} value={kept} />
        ))}
        <label className={styles.box}>
          <Icon name="search" />
          <input
            className={styles.input}
            type="search"
            name="gameName"
            defaultValue={value}
            maxLength={64}
            autoComplete="off"
            enterKeyHint="search"
            aria-label={t('lobby.search')}
            placeholder={t('lobby.searchCount', { count: total })}
          />
        </label>
        <button className={styles.submit} type="submit">
          {t('lobby.searchAction')}
        </button>
      </form>
    </search>
  );
}
