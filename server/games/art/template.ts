import { markupOf } from '../../../shared/games/svg-file.ts';
import type { Palette, Ramp } from './palette.ts';

/** What a picture takes next to its colours: numbers and markup, by name. */
export type Parts = Readonly<Record<string, string>>;
export type Template = (colours: Palette, parts?: Parts) => string;

/** A picture from a file, in which `{ink}` and `{accent.2}` are colours of the palette and other names in braces are parts. */
export function template(svg: string): Template {
  const pieces = markupOf(svg).split(/\{([\w.]+)\}/);
  return (colours, parts = {}) => pieces.map((piece, index) => (index % 2 ? partOf(piece, colours, parts) : piece)).join('');
}

function partOf(name: string, colours: Palette, parts: Parts): string {
  const [key = '', step] = name.split('.');
  const value = step === undefined ? (parts[key] ?? colours[key as 'ink']) : colours[key as 'accent'][Number(step) as keyof Ramp & number];
  if (typeof value !== 'string') throw new Error(`a picture names ${name}, which it does not get`);
  return value;
}

/** Files of a folder, by their names without the ending. */
export function filesByName(loaded: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(loaded).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), svg]));
}
