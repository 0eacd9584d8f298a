import display from '../../styles/display.module.css';
import { Icon } from './icon.tsx';

/** What went wrong with the whole form, above its fields; read out at once. The element stays, so that its change is heard. */
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
