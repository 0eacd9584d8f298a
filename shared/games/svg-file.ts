/** The markup within the root of an SVG file, without line breaks and indentation. */
export function markupOf(svg: string): string {
  const [, body] = /^<svg [^>]*>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? [];
  if (body === undefined) throw new Error(`no picture: ${svg.slice(0, 80)}`);
  return body.replace(/\n\s*/g, '');
}
