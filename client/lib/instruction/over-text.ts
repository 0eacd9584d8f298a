import { parseInputAmount, toScreen, type Units } from '../../../shared/money/money.ts';

/** The text for an amount that is more than can be moved now; nothing for a text that is no amount yet. */
export function overText(typed: string, most: Units, text: (max: string) => string): string | undefined {
  const units = parseInputAmount(typed.trim());
  return units !== undefined && units > most ? text(toScreen(most)) : undefined;
}
