import type { Plugin } from 'vite';

const LOADER = '/client/main.ts';
const FILES = /(?<=m\.f=)\[[^\]]*\]/;
const NEEDED = /__vite__mapDeps\((\[[\d,]*\])\)/g;

/**
 * The loader names no style sheets: a page has those of all its islands in its head before any script runs, and every
 * visitor would pay for a list of them.
 */
export function leanLoader(): Plugin {
  return {
    name: 'lean-loader',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith(LOADER)) file.code = withoutStyles(file.code);
      },
    },
  };
}

/** Takes style sheets out of the list of files, and out of what each import needs of it; in one order, which compresses better. */
export function withoutStyles(code: string, isAtHand: (sheet: string) => boolean = () => true): string {
  const list = FILES.exec(code)?.[0];
  if (!list) return code;
  const files = JSON.parse(list) as string[];
  const kept = files.filter((file) => !(file.endsWith('.css') && isAtHand(file)));
  const moved = (index: number) => kept.indexOf(files[index] ?? '');
  return code.replace(list, JSON.stringify(kept)).replace(NEEDED, (_, indexes: string) => {
    const left = (JSON.parse(indexes) as number[]).map(moved).filter((index) => index >= 0);
    left.sort((a, b) => a - b);
    return `__vite__mapDeps(${JSON.stringify(left)})`;
  });
}
