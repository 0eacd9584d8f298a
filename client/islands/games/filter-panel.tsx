import { useEffect, useRef, useState } from 'react';
import { gameList } from '../../../shared/api/games/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../../page/call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import styles from './filter-panel.module.css';
import {
  betText,
  callQuery,
  cleared,
  type ListFilter,
  listHref,
  MIN_LINES,
  offersStakes,
  parametersOf,
  readFilter,
} from './list-filter.ts';
import type { GameGridProps } from './props.ts';

interface FilterPanelProps extends Pick<GameGridProps, 'path' | 'vendors' | 'types' | 'minBets' | 'currency' | 'total'> {
  readonly t: Translate;
  readonly id: string;
  readonly filter: ListFilter;
}

const COUNT_MS = 250;

/**
 * All filters in one form: a panel on desktop, a sheet on phones. It is a popover and a plain form, so it works without
 * script; the script only counts the matching games.
 */
export function FilterPanel({ t, id, path, filter, vendors, types, minBets, currency, total }: FilterPanelProps) {
  const { count, recount } = useCount(path, filter, total);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for options chosen before hydration
  useEffect(() => {
    if (form.current && listHref(path, chosenFilter(path, filter, new FormData(form.current))) !== listHref(path, filter))
      recount(form.current);
  }, []);
  const hiddenFields = parametersOf(path, { ...cleared(filter), category: filter.category, gameName: filter.gameName });
  return (
    <div id={id} popover="auto" className={styles.panel} role="dialog" aria-label={t('games.filters')}>
      <form ref={form} className={styles.form} action={path} onChange={({ currentTarget }) => recount(currentTarget)}>
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.head}>
          <p className={styles.title}>{t('games.filters')}</p>
          <Button variant="ghost" dense iconOnly icon="x" popoverTarget={id} popoverTargetAction="hide">
            {t('common.close')}
          </Button>
        </div>
        <div className={styles.scroll}>
          <Vendors t={t} vendors={vendors} chosen={filter.vendors} />
          <div className={styles.selects}>
            <Choice
              label={t('games.filterType')}
              name="gameType"
              value={filter.gameType}
              any={t('games.filterAnyType')}
              options={types.map(({ code, label }) => [code, label])}
            />
            {offersStakes(path) ? (
              <>
                <Choice
                  label={t('games.filterMinBet')}
                  name="minBet"
                  value={filter.minBet}
                  any={t('games.filterAny')}
                  options={offeredBets(minBets, filter.minBet).map((bet) => [
                    bet,
                    t('games.filterMinBetFrom', { amount: betText(bet, currency) }),
                  ])}
                />
                <Choice
                  label={t('games.filterLines')}
                  name="minLineNum"
                  value={filter.minLineNum}
                  any={t('games.filterAny')}
                  options={MIN_LINES.map((lines) => [lines, t('games.filterLinesFrom', { count: Number(lines) })])}
                />
              </>
            ) : null}
          </div>
        </div>
        <div className={styles.foot}>
          <ButtonLink href={listHref(path, cleared(filter))}>{t('games.clearAll')}</ButtonLink>
          <button type="submit" className={`${controls.button} ${controls.primary}`} aria-live="polite">
            {count === null ? t('games.showFound') : t('games.showGames', { count })}
          </button>
        </div>
      </form>
    </div>
  );
}

function Vendors({ t, vendors, chosen }: Pick<FilterPanelProps, 't' | 'vendors'> & { readonly chosen: readonly string[] }) {
  return (
    <fieldset className={styles.vendors}>
      <legend className={controls.label}>{t('games.filterProviders')}</legend>
      {vendors.map(({ code, name, count, hot }) => (
        <label key={code} className={styles.vendor}>
          <input type="checkbox" name="page" value={code} defaultChecked={chosen.includes(code)} />
          <span>{name}</span>
          {hot ? (
            <span className={display.badge} data-tone="live">
              {t('lobby.hot')}
            </span>
          ) : null}
          {count === null ? null : <span className={display.chipCount}>{count}</span>}
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly any: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

function Choice({ label, name, value, any, options }: ChoiceProps) {
  if (options.length === 0) return null;
  return (
    <label className={controls.field}>
      <span className={controls.label}>{label}</span>
      <select className={controls.input} name={name} defaultValue={value}>
        <option value="">{any}</option>
        {options.map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** With the chosen one, which an address may name freely. */
function offeredBets(minBets: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || minBets.includes(chosen) ? minBets : [chosen, ...minBets];
}

/** Number of games that match the form; the last known number until the response arrives. Null: unknown. */
function useCount(path: string, filter: ListFilter, total: number | null) {
  const [count, setCount] = useState(total);
  const [seen, setSeen] = useState(total);
  const waiting = useRef<{ timer?: ReturnType<typeof setTimeout>; flight?: AbortController }>({});
  // A search outside the panel has changed the total.
  if (seen !== total) {
    setSeen(total);
    setCount(total);
  }
  useEffect(() => () => waiting.current.flight?.abort(), []);
  return {
    count,
    recount(form: HTMLFormElement) {
      clearTimeout(waiting.current.timer);
      waiting.current.flight?.abort();
      const chosen = chosenFilter(path, filter, new FormData(form));
      const flight = new AbortController();
      waiting.current.flight = flight;
      waiting.current.timer = setTimeout(async () => {
        const answer = await call(gameList, { query: { ...callQuery(chosen), pageSize: 1 }, signal: flight.signal });
        if (!flight.signal.aborted && answer.success) setCount(answer.value.total);
      }, COUNT_MS);
    },
  };
}

/** The filter that the form would apply. */
function chosenFilter(path: string, filter: ListFilter, data: FormData): ListFilter {
  const query = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  const categories = filter.category && filter.category !== 'ALL' ? [filter.category] : [];
  return { ...readFilter(path, query, categories), category: filter.category };
}
