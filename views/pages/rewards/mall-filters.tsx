import { Button } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { POINT_GOODS_KINDS } from '../../../shared/api/points/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { MALL_PAGE, MALL_SORTS, type MallCounts, type MallFilter, mallHref } from './mall-filter.ts';
import styles from './mall-filters.module.css';

interface FiltersProps {
  readonly t: Translate;
  readonly filter: MallFilter;
  readonly counts: MallCounts;
  readonly isMember: boolean;
}

/** Kinds as links, and a form for the rest. The address has the whole filter. */
export function MallFilters({ t, filter, counts, isMember }: FiltersProps) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <div className={styles.filters}>
      <nav className={styles.kinds} aria-label={t('points.filters')}>
        {[null, ...POINT_GOODS_KINDS].map((kind) => (
          <a
            key={kind ?? 'all'}
            className={display.chip}
            href={mallHref({ ...filter, kind })}
            aria-current={kind === filter.kind ? 'page' : undefined}
          >
            {t(`points.kind_${kind ?? 'all'}`)}
            <span className={display.chipCount}>{kind ? (counts.get(kind) ?? 0) : all}</span>
          </a>
        ))}
      </nav>
      <search>
        <form className={styles.form} action={MALL_PAGE}>
          {filter.kind === null ? null : <input type="hidden" name="kind" value={filter.kind} />}
          <div className={styles.field}>
            <label className={controls.label} htmlFor="mall-q">
              {t('points.search')}
            </label>
            <input
              className={controls.input}
              id="mall-q"
              name="q"
              type="search"
              defaultValue={filter.q}
              maxLength={60}
              autoComplete="off"
            />
          </div>
          <div className={styles.field}>
            <label className={controls.label} htmlFor="mall-sort">
              {t('points.sort')}
            </label>
            <select className={controls.input} id="mall-sort" name="sort" defaultValue={filter.sort}>
              {MALL_SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(`points.sort_${sort}`)}
                </option>
              ))}
            </select>
          </div>
          {isMember ? (
            <div className={styles.checks}>
              <Check name="affordable" label={t('points.affordable')} checked={filter.affordable} />
              <Check name="myLevel" label={t('points.myLevel')} checked={filter.myLevel} />
            </div>
          ) : null}
          <Button type="submit" variant="secondary" icon="filter">
            {t('points.apply')}
          </Button>
        </form>
      </search>
    </div>
  );
}

function Check({ name, label, checked }: { readonly name: string; readonly label: string; readonly checked: boolean }) {
  return (
    <label className={controls.check}>
      <input type="checkbox" name={name} value="1" defaultChecked={checked} />
      {label}
    </label>
  );
}
