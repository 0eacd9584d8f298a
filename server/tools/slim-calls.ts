import type { Plugin } from 'vite';
import { callById } from '../../shared/api/call-table.ts';

const ISLAND = /\/client\/islands\/[a-z-]+\.tsx$/;
const TEXTS = /^export const texts(?:: [^=]+)? = /m;
const CALL_FAMILY = /\/shared\/api\/[a-z-]+-calls\.ts$/;
const CALL = /export const (\w+) = defineCall\(\{\s*id: '([\w.-]+)'/g;
/** Plain constants in call files: `export const MOST = 140`, `export const KINDS = ['a', 'b'] as const`. */
const CONSTANT = /^export const ([A-Z][A-Z0-9_]*) = (\d[\d_]*|'[^']*'|\[[^\]]*\])(?: as const)?;$/gm;

/**
 * Removes the schemas (and the schema library) from the call table in browser builds: only what a client needs to make a call remains.
 * Types are unaffected; importing a schema into browser code fails the build. Islands lose the list of their texts, which only the server
 * reads.
 */
export function slimCalls(): Plugin {
  return {
    name: 'slim-calls',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (CALL_FAMILY.test(id)) return { code: slim(source), map: null };
      return ISLAND.test(id) ? { code: source.replace(TEXTS, '$&import.meta.env.SSR && '), map: null } : undefined;
    },
  };
}

export function slim(source: string): string {
  const constants = [...source.matchAll(CONSTANT)].map(([, name, value]) => `export const ${name} = ${value};`);
  return [...constants, ...calls(source)].join('\n');
}

function calls(source: string): string[] {
  return [...source.matchAll(CALL)].map(([, name, id = '']) => {
    const call = callById(id);
    if (!call) throw new Error(`call ${id} is not in the call table`);
    const { method, path, token, encrypted, movesMoney } = call;
    return `export const ${name} = ${JSON.stringify({ id, method, path, token, encrypted, ...(movesMoney && { movesMoney }) })};`;
  });
}
