import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { inTime } from '../../runtime/chunk.ts';
import { closeModal } from '../../runtime/modals.ts';

/** A part that comes with its first use; when its script does not come the page says so, and no empty dialog is left. */
export function later<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    inTime(load()).catch((error: unknown) => {
      reportError(error);
      closeModal();
      return { default: () => null };
    }),
  );
}
