import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import { SearchForm } from '../games/search-form.tsx';
import type { SearchBoxProps } from './props.ts';
import { addSearch } from './recent.ts';
import styles from './search-box.module.css';
import { SuggestionList } from './suggestion-list.tsx';
import { useOptions } from './use-options.ts';

/**
 * A combobox with suggestions (ARIA pattern "editable combobox with list autocomplete"): the focus stays in the field,
 * arrow keys move through the list, Enter opens the selected line or searches, Escape closes. Without script it is a
 * search form.
 */
export default function SearchBox(props: SearchBoxProps & IslandContext) {
  const { t, total } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [alive, setAlive] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useOptions(props, typed, open);
  const { options } = list;
  // Text and focus from before the script loaded.
  useEffect(() => {
    setAlive(true);
    setTyped(field.current?.value ?? '');
    if (document.activeElement === field.current) setOpen(true);
  }, []);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActive(-1);
  };
  const fill = (text: string) => {
    if (field.current) field.current.value = text;
    type(text);
    field.current?.focus();
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setOpen(true);
      // The extra position at either end is the field itself.
      const places = options.length + 1;
      if (open) setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && open && active >= 0) {
      event.preventDefault();
      document.getElementById(`${id}-${active}`)?.click();
    } else if (event.key === 'Escape' && open) {
      // Otherwise the browser also empties the field.
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') close();
  }

  const visible = open && alive && list.isVisible;
  const combobox = alive
    ? ({
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': visible,
        'aria-controls': `${id}-list`,
        'aria-activedescendant': visible && active >= 0 ? `${id}-${active}` : undefined,
      } as const)
    : {};
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and focus of the field and its list together
    <div
      ref={box}
      className={styles.box}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => target === field.current && setOpen(true)}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && close()}
      onSubmit={() => addSearch(typed)}
    >
      <SearchForm t={t} action="/rng" total={total} hiddenFields={{ category: 'ALL' }} ref={field} onSearch={type} field={combobox} />
      <SuggestionList t={t} id={id} visible={visible} typed={typed.trim()} active={active} list={list} onFill={fill} />
    </div>
  );
}
