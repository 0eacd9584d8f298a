import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandComponent } from './island.ts';
import { islandPrefix, islandRoot } from './island-root.tsx';

/** Hydrates the island. Resolves when its handlers are attached and have processed earlier input. */
export async function mount(element: HTMLElement, island: IslandComponent): Promise<void> {
  const data = {
    props: JSON.parse(element.getAttribute('props') ?? '{}'),
    texts: JSON.parse(element.getAttribute('texts') ?? '{}'),
    languageTag: element.lang || document.documentElement.lang,
    imageHost: document.documentElement.dataset.images?.split(' ')[0] ?? '',
  };
  await island.prepare?.(data.props);
  let chosen: readonly Choice[] = [];
  const note = () => {
    chosen = [...element.querySelectorAll('input')].filter(isChosen).map((control) => ({ control, checked: control.checked }));
  };
  await new Promise<void>((resolve) => {
    hydrateRoot(
      element,
      <HydrationObserver onHydrated={note} onReady={resolve}>
        {islandRoot(island, data)}
      </HydrationObserver>,
      {
        identifierPrefix: islandPrefix(element.id),
        // React repairs a mismatch without a visible error, but it is a defect: tests fail on any console error.
        onRecoverableError: (error) => reportError(error),
      },
    );
  });
  for (const choice of chosen) dispatchChoice(choice);
}

interface Choice {
  readonly control: HTMLInputElement;
  readonly checked: boolean;
}

/**
 * True for a native control changed before React listened, even before the loader ran. A form that acts on a change
 * turns `autoComplete` off: otherwise the browser restores the choice when the visitor returns to the page.
 */
function isChosen({ type, checked, defaultChecked, files }: HTMLInputElement): boolean {
  if (type === 'file') return files?.length !== 0;
  return type === 'radio' ? checked && !defaultChecked : type === 'checkbox' && checked !== defaultChecked;
}

function dispatchChoice({ control, checked }: Choice): void {
  if (control.type === 'file') control.dispatchEvent(new Event('change', { bubbles: true }));
  else {
    // React handles a click only if it changes the last value it saw.
    control.checked = !checked;
    control.click();
  }
}

interface HydrationObserverProps {
  /** React listens from here on and has not restored any state yet. */
  readonly onHydrated: () => void;
  readonly onReady: () => void;
  readonly children: ReactNode;
}

function HydrationObserver({ onHydrated, onReady, children }: HydrationObserverProps) {
  useLayoutEffect(onHydrated, [onHydrated]);
  useEffect(onReady, [onReady]);
  return children;
}
