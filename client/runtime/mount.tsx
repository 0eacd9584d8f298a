import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandComponent } from './island.ts';
import { islandPrefix, islandRoot } from './island-root.tsx';

/** Hydrates the island; resolves when its handlers are in place. */
export async function mount(element: HTMLElement, island: IslandComponent): Promise<void> {
  const data = {
    props: JSON.parse(element.getAttribute('props') ?? '{}'),
    texts: JSON.parse(element.getAttribute('texts') ?? '{}'),
    languageTag: element.lang || document.documentElement.lang,
    imageHost: document.documentElement.dataset.images?.split(' ')[0] ?? '',
  };
  await island.prepare?.(data.props);
  return new Promise((resolve) => {
    hydrateRoot(element, <Live onLive={resolve}>{islandRoot(island, data)}</Live>, {
      identifierPrefix: islandPrefix(element.id),
      // A mismatch is repaired silently for the visitor, but it is a defect: tests fail on any console error.
      onRecoverableError: (error) => reportError(error),
    });
  });
}

function Live({ onLive, children }: { readonly onLive: () => void; readonly children: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
