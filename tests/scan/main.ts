import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Finding, Target } from './contracts.ts';
import { missed, scanControl } from './control.ts';
import { judge } from './judge.ts';
import { scanProduct } from './product.ts';
import { targets } from './targets.ts';
import { isInstalled, TOOLS } from './tools.ts';

const USE =
  'Use: npm run scan -- [--only wapiti|sqlmap [--database URL]] [--part K/N] [--skip N] [--match REGEX] [--modules NAMES] [--minutes N] [--out FILE]';

/** `npm run scan`: wapiti and sqlmap, signed in, on every route of the build; fails on findings that are not in the written list. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      minutes: { type: 'string' },
      database: { type: 'string' },
      out: { type: 'string' },
      part: { type: 'string' },
      skip: { type: 'string' },
      match: { type: 'string' },
      modules: { type: 'string' },
    },
  });
  const { only, minutes = '10', database, out = '.cache/scan.json', part = '1/1', skip = '0', match = '', modules } = values;
  const tools = TOOLS.filter((tool) => only === undefined || tool === only);
  // Each tool leaves changes such as a locked member, so each has its own database.
  if (tools.length === 0 || !/^\d{1,3}$/.test(minutes) || (database && tools.length > 1)) return failUsage(USE);
  const chosen = /^\d{1,3}$/.test(skip)
    ? partOf(targets(), part)
        .slice(Number(skip))
        .filter(({ path }) => new RegExp(match).test(path))
    : [];
  if (chosen.length === 0) return failUsage(USE);
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) return failUsage(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);

  const folder = mkdtempSync(join(tmpdir(), 'lagoon-scan-'));
  const summary = [];
  for (const tool of tools) {
    const control = await scanControl(tool, join(folder, `${tool}-control`));
    console.log(`${tool}: found in the control: ${control.findings.length}: ${kindsOf(control.findings)}`);
    const unseen = missed(tool, control);
    if (unseen.length > 0) return failUsage(`${tool} has not found ${unseen.join(', ')}; its word about the product is worth nothing.`);
    const { scan, statuses, broken } = await scanProduct(
      tool,
      chosen,
      { folder: join(folder, tool), seconds: Number(minutes) * 60, modules: modules?.split(',') },
      database,
    );
    const { open, accepted } = judge(scan);
    console.log(
      `${tool}: ${scan.tested} tested of ${chosen.length} targets${scan.unfinished.length > 0 ? `, unfinished: ${scan.unfinished.join(', ')}` : ''}; answers by status: ${formatStatuses(together(statuses))}`,
    );
    if (broken.length > 0) console.log(`${tool}: answered with 500:\n  ${broken.slice(0, 20).join('\n  ')}`);
    console.log(`${tool}: ${accepted.length} on the list, ${open.length} not`);
    for (const finding of open) console.log(`  ${finding.kind} ${finding.path} ${finding.parameter}: ${finding.detail}`);
    summary.push({
      tool,
      targets: chosen.length,
      tested: scan.tested,
      unfinished: scan.unfinished,
      statuses: Object.fromEntries([...statuses].map(([name, times]) => [name, Object.fromEntries(times)])),
      broken,
      open,
      accepted,
    });
  }
  writeFileSync(out, `${JSON.stringify(summary, null, 2)}\n`);
  console.log(`Written to ${out}; the output of the tools is in ${folder}.`);
  return summary.some(({ open, broken }) => open.length + broken.length > 0) ? 1 : 0;
}

/** With `K/N`, every Nth target from the Kth on, so that N parallel runs cover all of them; otherwise all targets. */
function partOf(all: readonly Target[], part: string): readonly Target[] {
  const [, first = '0', parts = '0'] = /^(\d{1,2})\/(\d{1,2})$/.exec(part) ?? [];
  return Number(first) > Number(parts) ? [] : all.filter((_, index) => index % Number(parts) === Number(first) - 1);
}

function failUsage(text: string): number {
  console.error(text);
  return 2;
}

function together(statuses: ReadonlyMap<string, ReadonlyMap<number, number>>): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (const times of statuses.values()) for (const [status, count] of times) all.set(status, (all.get(status) ?? 0) + count);
  return all;
}

const kindsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ kind, path }) => `${kind} ${path}`))].join(', ');
const formatStatuses = (statuses: ReadonlyMap<number, number>) =>
  [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');

process.exitCode = await main();
