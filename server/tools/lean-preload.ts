import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/**
 * Preloads the files of a dynamic import and waits for its style sheets. The bundler's own helper also supports older browsers and other
 * bases, and is a sixth of the loader. A failed sheet is requested again by the next import.
 */
const PRELOAD = `const asked = {};
export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => (asked[file] ??= ask(file)))).then(load);
const ask = (file) =>
  new Promise((done, fail) => {
    const href = '/' + file;
    const link = document.createElement('link');
    const sheet = file.endsWith('.css');
    if (document.querySelector(\`link[href="\${href}"]\`)) return done();
    if (sheet) link.onload = done;
    else done();
    link.onerror = () => {
      delete asked[file];
      link.remove();
      fail(new Error(file));
    };
    link.rel = sheet ? 'stylesheet' : 'modulepreload';
    link.href = href;
    document.head.append(link);
  });
`;

export function leanPreload(): Plugin {
  let isReplaced = false;
  return {
    name: 'lean-preload',
    apply: 'build',
    enforce: 'pre',
    transform(_code, id) {
      if (id !== HELPER) return null;
      isReplaced = true;
      return PRELOAD;
    },
    generateBundle() {
      if (!isReplaced) this.error(`the bundler has no module ${HELPER.slice(1)}: server/tools/lean-preload.ts replaces nothing`);
    },
  };
}
