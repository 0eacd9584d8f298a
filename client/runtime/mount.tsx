import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandComponent } from './island.ts';
import { islandPrefix, islandRoot } from './island-root.tsx';

/** Hydrates the island; resolves when its handlers are in place, and have heard of the controls that were changed before. */
export async function mount(element: HTMLElement, island: IslandComponent, changed: ReadonlySet<unknown>): Promise<void> {
  const data = {
    props: JSON.parse(element.getAttribute('props') ?? '{}'),
    texts: JSON.parse(element.getAttribute('texts') ?? '{}'),
    languageTag: element.lang || document.documentElement.lang,
    imageHost: document.documentElement.dataset.images?.split(' ')[0] ?? '',
  };
  await island.prepare?.(data.props);
  await new Promise<void>((resolve) => {
    hydrateRoot(element, <Live onLive={resolve}>{islandRoot(island, data)}</Live>, {
      identifierPrefix: islandPrefix(element.id),
      // A mismatch is repaired silently for the visitor, but it is a defect: tests fail on any console error.
      onRecoverableError: (error) => reportError(error),
    });
  });
  for (const control of changed) tellChange(control as HTMLElement);
}

/** A box or a dot counts when a click makes it another than React saw last; everything else when it says so. Typed text is in its field. */
function tellChange(control: HTMLElement): void {
  if (!control.isConnected) return;
  if (!(control instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(control.type)) {
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (control.checked || control.type === 'checkbox') {
    control.checked = !control.checked;
    control.click();
  }
}

function Live({ onLive, children }: { readonly onLive: () => void; readonly children: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
