import type { Theme } from '../../../../../shared/constants.ts';

/** Facts of a launch that an address may contain. */
export interface LaunchFacts {
  readonly ticket: string;
  readonly gameId: string;
  readonly language: string;
  readonly theme: Theme;
  readonly currency: string;
  /** Kind of play that a lottery starts with; absent: the vendor's usual one. */
  readonly playType?: string;
}

/** Fields of an address template, in braces. */
export const LAUNCH_FIELDS = ['ticket', 'game', 'language', 'theme', 'currency', 'playType'] as const;

/** Fills the fields of a template. A template without fields gets the usual query. */
export function launchAddressOf(template: string, { ticket, gameId, language, theme, currency, playType }: LaunchFacts): string {
  const values: Readonly<Record<string, string>> = { ticket, game: gameId, language, theme, currency, playType: playType ?? '' };
  const chosen = playType === undefined ? {} : { playType };
  if (!/\{\w+\}/.test(template))
    return `${template}${template.includes('?') ? '&' : '?'}${new URLSearchParams({ ticket, game: gameId, language, theme, ...chosen })}`;
  return template.replace(/\{(\w+)\}/g, (field, name: string) => encodeURIComponent(values[name] ?? field));
}
