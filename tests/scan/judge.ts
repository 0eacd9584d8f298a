import { readFileSync } from 'node:fs';
import type { Finding, Scan, Tool } from './contracts.ts';

const ACCEPTED = 'tests/scan/accepted.json';

/** An accepted finding with the reason: a false positive, or a known one. */
interface Accepted {
  readonly tool: Tool;
  readonly kind: string;
  /** Regular expression of the path. */
  readonly path: string;
  readonly detail: string;
  readonly reason: string;
}

export function judge({ findings }: Scan): { open: readonly Finding[]; accepted: readonly (Finding & { reason: string })[] } {
  const list = JSON.parse(readFileSync(ACCEPTED, 'utf8')) as readonly Accepted[];
  const entryOf = ({ tool, kind, path, detail }: Finding) =>
    list.find((entry) => entry.tool === tool && entry.kind === kind && entry.detail === detail && new RegExp(entry.path).test(path));
  return {
    open: findings.filter((finding) => !entryOf(finding)),
    accepted: findings.flatMap((finding) => {
      const entry = entryOf(finding);
      return entry ? [{ ...finding, reason: entry.reason }] : [];
    }),
  };
}
