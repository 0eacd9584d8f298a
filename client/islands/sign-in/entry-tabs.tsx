import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { entryHref } from '../../page/paths.ts';
import display from '../../ui/display.module.css';
import { useHydrated } from './parts/use-hydrated.ts';
import type { EntryTab, EntryView } from './props.ts';

export interface EntryTabsProps<Tab extends EntryTab> {
  /** Accessible name of the tabs. */
  readonly label: string;
  readonly view: EntryView;
  readonly next: string | null;
  readonly tabs: readonly { readonly tab: Tab; readonly label: string; readonly content: ReactNode }[];
  readonly first: Tab;
  /** Address parameters that the links keep; empty ones are left out. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * Forms of one dialog as tabs. Without script the tabs are links to the same dialog. With script they follow the ARIA
 * pattern for tabs, and hidden forms keep their input.
 */
export function EntryTabs<Tab extends EntryTab>({ label, view, next, tabs, first, parameters = {} }: EntryTabsProps<Tab>) {
  const live = useHydrated();
  const id = useId();
  const [{ current, seen }, setState] = useState<{ current: Tab; seen: readonly Tab[] }>({ current: first, seen: [first] });
  const choose = (tab: Tab) => setState({ current: tab, seen: [...seen, tab] });
  if (tabs.length === 1) return tabs[0]?.content;

  const onKeyDown = (event: KeyboardEvent) => {
    const index = neighbour(
      event,
      tabs.length,
      tabs.findIndex(({ tab }) => tab === current),
    );
    const target = tabs[index];
    if (!target) return;
    event.preventDefault();
    choose(target.tab);
    document.getElementById(`${id}-${target.tab}`)?.focus();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support a label */}
      <div className={display.tabs} role={live ? 'tablist' : 'navigation'} aria-label={label}>
        {tabs.map(({ tab, label: text }) => (
          <a
            key={tab}
            id={`${id}-${tab}`}
            className={display.tab}
            href={hrefWith(entryHref(view, next, tab), parameters)}
            {...(live ? tabRole(tab === current, `${id}-${tab}-panel`) : { 'aria-current': tab === current || undefined })}
            onKeyDown={live ? onKeyDown : undefined}
            onClick={(event) => {
              event.preventDefault();
              choose(tab);
            }}
          >
            {text}
          </a>
        ))}
      </div>
      {tabs.map(({ tab, content }) => (
        <div
          key={tab}
          id={`${id}-${tab}-panel`}
          {...(live ? { role: 'tabpanel', 'aria-labelledby': `${id}-${tab}` } : {})}
          hidden={tab !== current}
        >
          {tab === current || seen.includes(tab) ? content : null}
        </div>
      ))}
    </>
  );
}

function hrefWith(href: string, parameters: Readonly<Record<string, string>>): string {
  const more = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return more.size === 0 ? href : `${href}${href.includes('?') ? '&' : '?'}${more}`;
}

function tabRole(isCurrent: boolean, panel: string) {
  return { role: 'tab', 'aria-selected': isCurrent, 'aria-controls': panel, tabIndex: isCurrent ? 0 : -1 } as const;
}

/** Index of the tab that a key leads to; -1 for other keys. Arrow keys follow the text direction of the page. */
function neighbour({ key }: KeyboardEvent, count: number, current: number): number {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === forward) return (current + 1) % count;
  if (key === backward) return (current - 1 + count) % count;
  return key === ' ' ? current : -1;
}
