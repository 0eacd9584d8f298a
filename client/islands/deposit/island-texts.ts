import type { IslandTexts } from '../island-props.ts';
import { DEPOSIT_TEXTS } from './texts.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  deposit: DEPOSIT_TEXTS,
};
