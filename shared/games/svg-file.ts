/** The markup within the root of an SVG file, without line breaks and indentation. */
export function markupOf(svg: string): string {
  const [, body] = /^<svg [^>]*>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? [];
  if (body === undefined) throw new Error(`no picture: ${svg.slice(0, 80)}`);
  return body.replace(/\n\s*/g, '');
}

/** The same with a value for each name in braces. */
export function filledMarkup(svg: string, parts: Readonly<Record<string, string | number>>): string {
  return markupOf(svg).replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parts[name];
    if (value === undefined) throw new Error(`a picture names ${name}, which it does not get`);
    return String(value);
  });
}
