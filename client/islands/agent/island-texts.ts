import { textKeys } from '../../runtime/text-keys.ts';
import { COPY_TEXTS } from '../../ui/copy-button.tsx';
import type { IslandTexts } from '../island-props.ts';
import { PREVIEW_TEXTS } from './preview.tsx';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'link-actions': textKeys({ agents: 'share', records: 'csv csvStop csvSaved csvFailed' }, COPY_TEXTS),
  'contract-preview': PREVIEW_TEXTS,
  'next-wage': textKeys({ wages: 'next nextIn daysLeft' }),
};
