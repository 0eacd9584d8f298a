import type { Plugin } from 'vite';

const REACT = /\/node_modules\/react\/cjs\/react\.production\.js$/;
/** What our own modules use of React, and what react-dom and the bundler's JSX need of it. */
const KEPT = new Set([
  ...['Fragment', 'Suspense', 'createContext', 'createElement', 'lazy', 'version'],
  ...['useCallback', 'useContext', 'useEffect', 'useId', 'useLayoutEffect', 'useMemo', 'useRef', 'useState', 'useSyncExternalStore'],
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
]);
const NAMED = /import\s*\{([^}]*)\}\s*from\s*['"]react['"]/g;

/**
 * React's own file is a table of everything that it has, which no bundler takes apart: every visitor would load what walks over
 * children, makes transitions and keeps optimistic state though nothing here asks for it. Whoever imports a name that was left out
 * is told when it is built, not by a page that does not work.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (REACT.test(id)) return { code: withoutUnused(code, this.parse(code)), map: null };
      const missing = namesOf(code).filter((name) => !KEPT.has(name));
      if (missing.length > 0) this.error(`${id} imports ${missing.join(', ')} of React, which server/tools/lean-react.ts leaves out`);
      return null;
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

/** The text without the statements that give away a name nobody uses; what only those needed is for the minifier to find. */
export function withoutUnused(code: string, program: { readonly body: readonly Statement[] }): string {
  const dropped = (program.body as readonly Assignment[]).filter(({ type, expression }) => {
    if (type !== 'ExpressionStatement' || expression?.type !== 'AssignmentExpression' || expression.left?.object?.name !== 'exports')
      return false;
    return !KEPT.has(expression.left.property?.name ?? '');
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
