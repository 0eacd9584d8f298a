import display from './display.module.css';
import { Icon } from './icon.tsx';

/**
 * Error of the whole form, above its fields; announced at once. The element stays rendered, so that screen readers
 * notice its change.
 */
export function FormMessage({ text, kind = 'error' }: { readonly text: string; readonly kind?: 'error' | 'info' | 'done' }) {
  const icon = { error: 'triangle-alert', info: 'info', done: 'circle-check' }[kind];
  return (
    <p className={display.message} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {text ? (
        <>
          <Icon name={icon} />
          {text}
        </>
      ) : null}
    </p>
  );
}
