import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { withLoadTimeout } from '../../runtime/chunk.ts';
import { closeModal } from '../../runtime/modals.ts';

/**
 * A component loaded at its first use. If its script fails to load, the page shows an error and the empty dialog is
 * closed.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    withLoadTimeout(load()).catch((error: unknown) => {
      reportError(error);
      closeModal();
      return { default: () => null };
    }),
  );
}
