import type { ReactNode } from 'react';
import { translator } from '../../../shared/i18n/translate.ts';
import { type Centre, createCentre } from '../../page/centre/centre-store.ts';
import { loadTexts, textsOf } from '../modals/texts.ts';
import { CentreDialog } from './centre-dialog.tsx';

let opened: Promise<Centre> | undefined;

/** The dialog of the member and agent centre, which `show` renders at its first use. */
export function openCentre(show: (dialog: ReactNode) => void): Promise<Centre> {
  opened ??= create(show);
  return opened;
}

async function create(show: (dialog: ReactNode) => void): Promise<Centre> {
  const { lang } = document.documentElement;
  await loadTexts(lang);
  show(<CentreDialog t={translator(textsOf(lang), lang)} />);
  return createCentre();
}
