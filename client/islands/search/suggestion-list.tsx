import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Image } from '../../ui/image.tsx';
import { addSearch } from './recent.ts';
import styles from './search-box.module.css';
import type { Option } from './suggest.ts';
import type { OptionList } from './use-options.ts';

interface SuggestionListProps {
  readonly t: Translate;
  readonly id: string;
  readonly visible: boolean;
  readonly typed: string;
  /** Index of the selected line; -1: the field. */
  readonly active: number;
  readonly list: OptionList;
  readonly onFill: (text: string) => void;
}

const GROUP_TEXTS: Readonly<Record<Option['group'], string>> = {
  recent: 'games.suggestRecent',
  places: 'games.suggestPlaces',
  games: 'games.suggestGames',
};

/** The list below the field, in groups. Its content is announced to screen readers in one line. */
export function SuggestionList({ t, id, visible, typed, active, list, onFill }: SuggestionListProps) {
  const { options, state, clearRecent } = list;
  const groups = [...new Set(options.map(({ group }) => group))];
  const message = visible ? messageOf(t, list, typed) : '';
  return (
    <div className={styles.panel} hidden={!visible}>
      <p className={state === 'found' || state === 'recent' ? display.hidden : styles.message} role="status">
        {message}
      </p>
      {/* A press on a line does not move the focus out of the field. */}
      <div id={`${id}-list`} role="listbox" aria-label={t('games.suggestions')} onPointerDown={(event) => event.preventDefault()}>
        {visible
          ? groups.map((group) => (
              <fieldset key={group} className={styles.part} aria-labelledby={`${id}-${group}`}>
                <p id={`${id}-${group}`} className={styles.group}>
                  {t(GROUP_TEXTS[group])}
                </p>
                {options.map((option, index) =>
                  option.group === group ? (
                    <Line key={option.key} id={`${id}-${index}`} option={option} active={index === active} typed={typed} onFill={onFill} />
                  ) : null,
                )}
              </fieldset>
            ))
          : null}
      </div>
      {state === 'recent' && options.length > 0 ? (
        <button
          type="button"
          className={styles.forget}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={clearRecent}
        >
          {t('games.suggestClear')}
        </button>
      ) : null}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly option: Option;
  readonly active: boolean;
  readonly typed: string;
  readonly onFill: (text: string) => void;
}

function Line({ id, option, active, typed, onFill }: LineProps) {
  const { href, label, note, picture, icon, group } = option;
  const content = (
    <>
      <span className={styles.mark} data-kind={group}>
        {picture ? (
          <Image src={picture} alt="" width={group === 'games' ? 36 : 60} height={group === 'games' ? 48 : 20} />
        ) : (
          <Icon name={icon} />
        )}
      </span>
      <span className={styles.label}>{label}</span>
      {note ? <span className={styles.note}>{note}</span> : null}
    </>
  );
  const common = { id, role: 'option', className: styles.line, 'aria-selected': active, tabIndex: -1 } as const;
  if (group === 'recent')
    return (
      <button type="button" {...common} onClick={() => onFill(label)}>
        {content}
      </button>
    );
  return (
    <a {...common} href={href} onClick={() => addSearch(typed)}>
      {content}
    </a>
  );
}

function messageOf(t: Translate, { state, options }: OptionList, text: string): string {
  if (state === 'waiting') return t('common.loading');
  if (state === 'failed') return t('games.suggestFailed');
  if (state === 'members') return t('games.membersOnly');
  if (state === 'none') return `${t('games.suggestNone', { text })} ${t('games.suggestNoneText')}`;
  return t('games.suggested', { count: options.length });
}
