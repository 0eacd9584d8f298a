import type { Plugin } from 'vite';

const REACT = /\/node_modules\/react\/cjs\/react\.production\.js$/;
/** Exports of React that our modules, react-dom and the bundler's JSX use. */
const USED_EXPORTS = new Set([
  ...['Fragment', 'Suspense', 'createContext', 'createElement', 'lazy', 'version'],
  ...['useCallback', 'useContext', 'useEffect', 'useId', 'useLayoutEffect', 'useMemo', 'useRef', 'useState', 'useSyncExternalStore'],
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
]);
const NAMED = /import\s*\{([^}]*)\}\s*from\s*['"]react['"]/g;

/**
 * React assigns all its exports in one file, which bundlers cannot tree-shake: every visitor would load unused parts such as child
 * traversal, transitions and optimistic state. Without this the home page exceeds its limit of 60 KB (tests/script-budget.test.ts) by 1 KB.
 * Importing a removed name fails the build, and so does a React without this file.
 */
export function leanReact(): Plugin {
  let isFound = false;
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (REACT.test(id)) {
        const lean = withoutUnused(code, this.parse(code));
        isFound ||= lean !== code;
        return { code: lean, map: null };
      }
      const missing = namesOf(code).filter((name) => !USED_EXPORTS.has(name));
      if (missing.length > 0) this.error(`${id} imports ${missing.join(', ')} of React, which server/tools/lean-react.ts leaves out`);
      return null;
    },
    generateBundle() {
      if (!isFound) this.error('server/tools/lean-react.ts found no exports of React that it could leave out');
    },
  };
}

interface Statement {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
type Assignment = Statement & {
  readonly expression?: {
    readonly type: string;
    readonly left?: { readonly object?: { readonly name?: string }; readonly property?: { readonly name?: string } };
  };
};

/** Removes the assignments of unused exports; the minifier removes what only those used. */
export function withoutUnused(code: string, program: { readonly body: readonly Statement[] }): string {
  const dropped = (program.body as readonly Assignment[]).filter(({ type, expression }) => {
    if (type !== 'ExpressionStatement' || expression?.type !== 'AssignmentExpression' || expression.left?.object?.name !== 'exports')
      return false;
    return !USED_EXPORTS.has(expression.left.property?.name ?? '');
  });
  return dropped.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}

/** Values that a module imports by name. */
export function namesOf(code: string): readonly string[] {
  return [...code.matchAll(NAMED)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0] ?? name),
  );
}
