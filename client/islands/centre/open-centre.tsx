import { createRoot } from 'react-dom/client';
import { translator } from '../../../shared/i18n/translate.ts';
import { followHistory as follow, openPanel as open } from '../../page/centre/centre-store.ts';
import { loadTexts, textsOf } from '../modals/texts.ts';
import { CentreDialog } from './centre-dialog.tsx';

let mounted: Promise<void> | undefined;

/** Opens a page of the member or agent centre over the current page. */
export async function openPanel(href: string): Promise<void> {
  await mount();
  await open(href);
}

/** Shows or closes the dialog after Back and Forward. */
export async function followHistory(): Promise<void> {
  await mount();
  follow();
}

/** The dialog is created once per page. */
function mount(): Promise<void> {
  mounted ??= createDialog();
  return mounted;
}

async function createDialog(): Promise<void> {
  const { lang } = document.documentElement;
  await loadTexts(lang);
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place, { identifierPrefix: 'centre-' }).render(<CentreDialog t={translator(textsOf(lang), lang)} />);
}
