import type { Scan, Tool } from './contracts.ts';
import { startRelay } from './relay.ts';
import { isPlain, scanWith } from './tools.ts';
import { startWeak, WEAK_KEY } from './weak.ts';

/** Generous time limits: a stage that a busy machine cuts off would look like one without findings. */
const CONTROL_SECONDS = 1800;

/** Runs the tool on the same path through the same relay. */
export async function scanControl(tool: Tool, folder: string): Promise<Scan> {
  const weak = await startWeak();
  const relay = await startRelay(
    { url: weak.url, adminUrl: weak.url },
    { visitor: async () => ({ cookie: '', formKey: WEAK_KEY }), plain: isPlain(tool) },
  );
  try {
    return await scanWith[tool]({ url: relay.url, targets: weak.targets, folder, seconds: CONTROL_SECONDS, modules: undefined });
  } finally {
    await relay.close();
    await weak.close();
  }
}

/** The planted vulnerabilities that each tool must find: kind, location, and words of its message. */
const PLANTED: Readonly<Record<Tool, readonly (readonly [kind: string, path: string, detail?: RegExp])[]>> = {
  sqlmap: [
    ['SQL injection', '/item'],
    ['SQL injection', '/order'],
    ['SQL injection', '/form/order'],
    ['SQL injection', '/console/order'],
  ],
  wapiti: [
    ['SQL Injection', '/item'],
    ['Cross Site Scripting', '/search'],
    ['Cross Site Scripting', '/console/order'],
    ['Cross Site Scripting', '/guestbook', /^Permanent/],
    ['Open Redirect', '/onward'],
    ['CRLF Injection', '/language'],
    ['Path Traversal', '/read'],
    ['Command execution', '/ping'],
    ['Cross Site Request Forgery', '/guestbook'],
    ['HttpOnly Flag cookie', '/index'],
    ['Content Security Policy Configuration', '/index'],
    ['HTTP Secure Headers', '/index'],
  ],
};

export function missed(tool: Tool, { findings }: Scan): readonly string[] {
  return PLANTED[tool]
    .filter(([kind, path, detail]) => !findings.some((one) => one.kind === kind && one.path === path && (detail?.test(one.detail) ?? true)))
    .map(([kind, path]) => `${kind} ${path}`);
}
