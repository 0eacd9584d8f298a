import { useEffect, useRef } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import styles from './list-bar.module.css';
import { betText, cleared, isNarrowed, type ListFilter, listHref, parametersOf, SORTS } from './list-filter.ts';
import type { GameGridProps } from './props.ts';
import { SearchForm } from './search-form.tsx';

interface ListBarProps extends Pick<GameGridProps, 'path' | 'all' | 'types' | 'vendors' | 'unsorted' | 'hasPoints'> {
  readonly t: Translate;
  readonly filter: ListFilter;
  readonly panelId: string;
  readonly onSearch: (text: string) => void;
}

/** Search, filter button and sort order. Without script a form and links. */
export function ListBar({ t, path, filter, all, unsorted, hasPoints, panelId, onSearch }: ListBarProps) {
  const hiddenFields = parametersOf(path, { ...filter, gameName: '' });
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for text typed before hydration
  useEffect(() => onSearch(input.current?.value ?? ''), []);
  const set = Number(filter.vendors.length > 0) + [filter.gameType, filter.minBet, filter.minLineNum].filter(Boolean).length;
  return (
    <div className={styles.bar}>
      <SearchForm
        t={t}
        action={path}
        value={filter.gameName}
        total={all}
        sports={filter.category === 'SPORTS'}
        hiddenFields={hiddenFields}
        ref={input}
        onSearch={onSearch}
      />
      <Button
        variant="outline"
        icon="sliders-horizontal"
        popoverTarget={panelId}
        className={styles.filters}
        aria-label={set > 0 ? `${t('games.filters')}: ${t('games.filtersCount', { count: set })}` : undefined}
      >
        {t('games.filters')}
        {set > 0 ? <span className={display.badge}>{set}</span> : null}
      </Button>
      {unsorted ? null : <Sorts t={t} path={path} filter={filter} {...(hasPoints && { hasPoints })} />}
    </div>
  );
}

interface FilterChipsProps extends Pick<GameGridProps, 'path' | 'vendors' | 'types' | 'currency'> {
  readonly t: Translate;
  readonly filter: ListFilter;
}

function Sorts({ t, path, filter, hasPoints }: Pick<ListBarProps, 't' | 'path' | 'filter' | 'hasPoints'>) {
  return (
    <nav className={styles.sorts} aria-label={t('lobby.sort')}>
      {SORTS.map((sort) => (
        <a
          key={sort}
          className={display.chip}
          href={listHref(path, { ...filter, sort })}
          aria-current={sort === filter.sort ? 'true' : undefined}
        >
          {t(sort === 'rebate' ? (hasPoints ? 'games.sort_rebate' : 'games.return') : `lobby.sort_${sort}`)}
        </a>
      ))}
    </nav>
  );
}

/** Active filters, each with a link that removes it. */
export function FilterChips({ t, path, filter, ...names }: FilterChipsProps) {
  if (!isNarrowed(filter)) return null;
  return (
    <ul className={styles.chips} aria-label={t('games.applied')}>
      {chipsOf(t, filter, names).map(({ key, label, without }) => (
        <li key={key}>
          <a className={display.chip} href={listHref(path, without)} aria-label={t('games.remove', { filter: label })}>
            {label}
            <Icon name="x" small />
          </a>
        </li>
      ))}
      <li>
        <a className={styles.clear} href={listHref(path, cleared(filter))}>
          {t('games.clearAll')}
        </a>
      </li>
    </ul>
  );
}

type Names = Pick<GameGridProps, 'vendors' | 'types' | 'currency'>;

function chipsOf(t: Translate, filter: ListFilter, { vendors, types, currency }: Names) {
  const { gameName, gameType, minBet, minLineNum } = filter;
  const vendorChips = filter.vendors.map((code) => ({
    key: code,
    label: vendors.find((vendor) => vendor.code === code)?.name ?? code,
    without: { ...filter, vendors: filter.vendors.filter((other) => other !== code) },
  }));
  const others = [
    gameName && { key: 'gameName', label: t('games.chipName', { name: gameName }) },
    gameType && { key: 'gameType', label: types.find(({ code }) => code === gameType)?.label ?? gameType },
    minBet && { key: 'minBet', label: t('games.chipMinBet', { amount: betText(minBet, currency) }) },
    minLineNum && { key: 'minLineNum', label: t('games.chipLines', { count: Number(minLineNum) }) },
  ].filter((chip) => chip !== '');
  return [...vendorChips, ...others.map((chip) => ({ ...chip, without: { ...filter, [chip.key]: '' } }))];
}
