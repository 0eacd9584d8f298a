import { type FormEvent, useState } from 'react';
import { passkeyAdd, passkeyStart } from '../../../shared/api/security/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { problemText } from '../../page/call.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { callConfirmed, wasCancelled } from '../sign-in/call-confirmed.ts';
import { useHydrated } from '../sign-in/parts/use-hydrated.ts';
import { canUsePasskeys } from '../sign-in/passkey.ts';
import type { PasskeyView } from './props.ts';
import styles from './security.module.css';

const NAME_LENGTH = 40;
/** Names of systems are the same in every language. */
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** Locale keys by the name of the browser's error. `SecurityError`: the address is an IP address or has no HTTPS. */
const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidStateError: 'security.passkeyExists',
  SecurityError: 'security.passkeyUnsupported',
};

export interface AddPasskeyProps {
  readonly t: Translate;
  readonly onAdded: (passkey: PasskeyView) => void;
}

/** Asks for a name, then opens the browser's dialog. */
export function AddPasskey({ t, onAdded }: AddPasskeyProps) {
  const live = useHydrated();
  const [state, setState] = useState({ busy: false, problem: '', missing: false });
  const unsupported = live && !canUsePasskeys();

  async function add(form: HTMLFormElement): Promise<void> {
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (!name) return setState({ busy: false, problem: '', missing: true });
    setState({ busy: true, problem: '', missing: false });
    const made = await makePasskey(t, name);
    setState({ busy: false, problem: 'problem' in made ? made.problem : '', missing: false });
    if (!('passkey' in made)) return;
    form.reset();
    onAdded(made.passkey);
  }

  if (unsupported) return <FormMessage kind="info" text={t('security.passkeyUnsupported')} />;
  return (
    <>
      <noscript>
        <FormMessage kind="info" text={t('security.passkeyNeedsScript')} />
      </noscript>
      <FormMessage text={state.problem} />
      <form
        className={`${styles.addKey} ${styles.scripted}`}
        noValidate
        aria-busy={state.busy}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (!state.busy) void add(event.currentTarget);
        }}
      >
        <Field
          key={live ? 'live' : 'server'}
          name="name"
          label={t('security.passkeyName')}
          hint={t('security.passkeyNameHint')}
          error={state.missing ? t('security.passkeyNameRequired') : undefined}
          defaultValue={live ? systemName() : ''}
          autoComplete="off"
          maxLength={NAME_LENGTH}
          required
        />
        <Button type="submit" variant="primary" icon="fingerprint" busy={state.busy} aria-disabled={state.busy || undefined}>
          {t('security.passkeyAdd')}
        </Button>
      </form>
    </>
  );
}

type Made = { readonly passkey: PasskeyView } | { readonly problem: string };

async function makePasskey(t: Translate, name: string): Promise<Made> {
  const started = await callConfirmed(passkeyStart);
  if (!started.success) return { problem: wasCancelled(started) ? '' : problemText(t, started) };
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = started.value.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => error);
  if (!isCredential(made)) {
    return { problem: t(PROBLEMS[made instanceof Error ? made.name : ''] ?? 'security.passkeyNotMade') };
  }
  const saved = await callConfirmed(passkeyAdd, { body: { proof: JSON.stringify(made), name } });
  if (!saved.success) return { problem: wasCancelled(saved) ? '' : problemText(t, saved) };
  const { id } = saved.value;
  return { passkey: { id, name, createdText: t('security.passkeyJustNow'), lastUsedText: null, backedUp: false } };
}

function isCredential(made: unknown): made is { readonly id: string } {
  return typeof made === 'object' && made !== null && 'id' in made;
}

function systemName(): string {
  return SYSTEMS.find(([mark]) => mark.test(navigator.userAgent))?.[1] ?? '';
}
