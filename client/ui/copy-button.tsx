import { useState } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { Button } from './button.tsx';

export const COPY_TEXTS = ['common.copy', 'common.copied'] as const;

/** Copies a text and confirms it. */
export function CopyButton({ t, text }: { readonly t: Translate; readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      // Refused by the browser: the visible text can be selected instead.
      () => setCopied(false),
    );
  return (
    <Button variant="ghost" dense icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{t(copied ? 'common.copied' : 'common.copy')}</span>
    </Button>
  );
}
