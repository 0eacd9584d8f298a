import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { SHELL_ISLANDS, VIEW_ISLANDS } from '../portal/pages/page-islands.ts';
import { collectStyles, type JoinedSheet, type Manifest, SHEETS_FILE } from '../portal/render/assets.ts';
import { withoutStyles } from './lean-loader.ts';

const VIEWS = 'views/pages/';
const MANIFEST = '.vite/manifest.json';

/**
 * Joins the style sheets of a page into two files: those of nearly every page, and those of its view. Otherwise a page has twenty sheets,
 * and on a slow line each is a request that delays the first paint.
 */
export function joinSheets(): Plugin {
  return {
    name: 'join-sheets',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler({ dir = '' }, bundle) {
        const textOf = (file: string): string => {
          const found = bundle[file];
          if (found?.type !== 'asset') throw new Error(`${file} is not in the browser build`);
          return typeof found.source === 'string' ? found.source : Buffer.from(found.source).toString('utf8');
        };
        let isFound = false;
        const sheets = sheetParts(JSON.parse(textOf(MANIFEST)) as Manifest).map(({ name, parts }): JoinedSheet => {
          const css = parts.map((part) => textOf(part.slice(1))).join('\n');
          const file = `/assets/${name}-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
          writeFileSync(join(dir, file), css);
          return { file, parts };
        });
        writeFileSync(join(dir, SHEETS_FILE), JSON.stringify(sheets));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const lean = withoutStyles(chunk.code, isPreloaded(chunk, sheets[0]?.parts ?? []));
          if (lean === chunk.code) continue;
          isFound = true;
          writeFileSync(join(dir, chunk.fileName), lean);
        }
        if (sheets.length === 0 || !isFound) this.error('server/tools/join-sheets.ts found no style sheets that it could join');
      },
    },
  };
}

/** Scripts omit sheets that every page has joined, and islands omit all theirs, because the head of the page contains them. */
function isPreloaded({ facadeModuleId }: Rolldown.OutputChunk, site: readonly string[]): (sheet: string) => boolean {
  return (sheet) => site.includes(`/${sheet}`) || facadeModuleId?.endsWith('.island.tsx') === true;
}

interface SheetParts {
  readonly name: string;
  readonly parts: readonly string[];
}

/** Sheets to join: those of the shell first, then those of each view with several of its own. */
export function sheetParts(manifest: Manifest): SheetParts[] {
  const views = Object.keys(manifest).filter((entry) => entry.startsWith(VIEWS));
  const ofViews = views.map((view) => ({ view, styles: collectStyles(manifest, [view]) }));
  const uses = new Map<string, number>();
  for (const part of ofViews.flatMap(({ styles }) => styles)) uses.set(part, (uses.get(part) ?? 0) + 1);
  const common = [...uses.keys()].filter((part) => (uses.get(part) ?? 0) * 2 > views.length);
  const shell = [...new Set([...common, ...collectStyles(manifest, [], SHELL_ISLANDS)])];
  const own = ofViews.map(({ view }) => ({
    name: `${basename(view, '.tsx')}-page`,
    parts: collectStyles(manifest, [view], islandsOf(view)).filter((part) => !shell.includes(part)),
  }));
  return [{ name: 'site', parts: shell }, ...own].filter(({ parts }) => parts.length > 1);
}

function islandsOf(view: string): readonly string[] {
  return (VIEW_ISLANDS as Readonly<Record<string, readonly string[]>>)[view] ?? [];
}
