import { escapeHtml } from './escape-html.ts';

const LINE = 12;
const LINES = 4;
/** Units of the view box. */
const LINE_HEIGHT = 0.36;

/** In place of a game's picture: its name, on a dark colour of its own, so that a row of such games is not one grey. */
export function namedPlaceholder(name: string): string {
  const lines: string[] = [];
  for (const word of name.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, LINES).map((line) => (line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line));
  let hue = 0;
  for (const sign of name) hue = (hue * 31 + sign.charCodeAt(0)) % 360;
  const top = 2 - ((shown.length - 1) * LINE_HEIGHT) / 2;
  const rows = shown.map((line, row) => `<text x="1.5" y="${(top + row * LINE_HEIGHT).toFixed(2)}">${escapeHtml(line)}</text>`).join('');
  const style =
    'font-family="system-ui,sans-serif" font-weight="600" font-size=".3" fill="#f3f5fa" text-anchor="middle" dominant-baseline="middle"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><path d="M0 0h3v4H0z" fill="hsl(${hue} 32% 30%)"/><g ${style}>${rows}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
