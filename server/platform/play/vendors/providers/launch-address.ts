import type { Theme } from '../../../../../shared/constants.ts';

/** Facts of a launch that an address may contain. */
export interface LaunchFacts {
  readonly ticket: string;
  readonly gameId: string;
  readonly language: string;
  readonly theme: Theme;
  readonly currency: string;
}

/** Fields of an address template, in braces. */
export const LAUNCH_FIELDS = ['ticket', 'game', 'language', 'theme', 'currency'] as const;

/** Fills the fields of a template. A template without fields gets the usual query. */
export function launchAddressOf(template: string, { ticket, gameId, language, theme, currency }: LaunchFacts): string {
  const values: Readonly<Record<string, string>> = { ticket, game: gameId, language, theme, currency };
  if (!/\{\w+\}/.test(template))
    return `${template}${template.includes('?') ? '&' : '?'}${new URLSearchParams({ ticket, game: gameId, language, theme })}`;
  return template.replace(/\{(\w+)\}/g, (field, name: string) => encodeURIComponent(values[name] ?? field));
}
