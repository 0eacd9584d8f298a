import type { Plugin } from 'vite';

const LOADER = '/client/main.ts';
const FILES = /(?<=m\.f=)\[[^\]]*\]/;
const NEEDED = /__vite__mapDeps\((\[[\d,]*\])\)/g;

/** The loader lists no style sheets: the head of a page contains those of all its islands, and the list would cost every visitor bytes. */
export function leanLoader(): Plugin {
  return {
    name: 'lean-loader',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const loader = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(LOADER));
        if (loader?.type !== 'chunk' || !FILES.test(loader.code))
          return this.error('the loader has no list of files: server/tools/lean-loader.ts removes nothing');
        loader.code = withoutStyles(loader.code);
      },
    },
  };
}

/** Removes style sheets from the list of files and from the dependencies of each import; sorted, which compresses better. */
export function withoutStyles(code: string, isPreloaded: (sheet: string) => boolean = () => true): string {
  const list = FILES.exec(code)?.[0];
  if (!list) return code;
  const files = JSON.parse(list) as string[];
  const remaining = files.filter((file) => !(file.endsWith('.css') && isPreloaded(file)));
  const newIndex = (index: number) => remaining.indexOf(files[index] ?? '');
  return code.replace(list, JSON.stringify(remaining)).replace(NEEDED, (_, indexes: string) => {
    const left = (JSON.parse(indexes) as number[]).map(newIndex).filter((index) => index >= 0);
    left.sort((a, b) => a - b);
    return `__vite__mapDeps(${JSON.stringify(left)})`;
  });
}
