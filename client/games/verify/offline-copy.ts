import { escapeHtml } from '../../../shared/escape-html.ts';

/** Fetches a file of the page as text. */
export type Fetcher = (url: string) => Promise<string>;

const IMPORT = /((?:from|import)\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\2/g;

/**
 * A module with all its imports as a `data:` URL: a page opened from disk cannot import other files, but can import data
 * URLs.
 */
export async function bundleModule(url: string, fetcher: Fetcher, known = new Map<string, Promise<string>>()): Promise<string> {
  const before = known.get(url);
  if (before) return before;
  const made = make();
  known.set(url, made);
  return made;
  async function make(): Promise<string> {
    let source = await fetcher(url);
    const paths = new Set([...source.matchAll(IMPORT)].map((match) => match[3] ?? ''));
    for (const path of paths) {
      const inlined = await bundleModule(new URL(path, url).href, fetcher, known);
      source = source.replaceAll(`"${path}"`, `"${inlined}"`).replaceAll(`'${path}'`, `"${inlined}"`);
    }
    return `data:text/javascript;base64,${base64(source)}`;
  }
}

/** One HTML file with the style, the script and the data of the page. */
export async function offlineCopy(page: Document, script: string, fetcher: Fetcher): Promise<string> {
  const sheets = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const styles = await Promise.all(sheets.map((sheet) => fetcher(sheet.href)));
  const [root, module] = [page.getElementById('game'), await bundleModule(script, fetcher)];
  const { lang, dir, dataset } = page.documentElement;
  const symbols = root?.dataset.symbols === undefined ? '' : ` data-symbols="${escapeHtml(root.dataset.symbols)}"`;
  return [
    `<!doctype html><html lang="${escapeHtml(lang)}" dir="${escapeHtml(dir || 'ltr')}" data-theme="${escapeHtml(dataset.theme ?? 'dark')}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(page.title)}</title>`,
    ...styles.map((style) => `<style>${withoutFonts(style).replaceAll('</', '<\\/')}</style>`),
    `</head><body><div id="game" data-offline="" data-context="${escapeHtml(root?.dataset.context ?? '')}"${symbols}></div>`,
    `<script type="module" src="${module}"></script></body></html>`,
  ].join('');
}

/** Removes fonts: they are files of the site, which a saved copy cannot load. */
export function withoutFonts(style: string): string {
  return style.replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

function base64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
