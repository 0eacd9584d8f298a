import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signIn } from '../kit/player.ts';
import { type Service, startService } from '../kit/service.ts';
import { startRelay } from './relay.ts';
import { type Target, targets } from './targets.ts';
import { type Finding, isInstalled, type Scan, scanWith, TOOLS, type Tool } from './tools.ts';
import { startWeak } from './weak.ts';

const USE = 'Use: npm run scan -- [--only wapiti|sqlmap [--database URL] [--part K/N] [--skip N]] [--minutes N] [--out FILE]';
const ACCEPTED = 'tests/scan/accepted.json';
const CONTROL_SECONDS = 120;
/** Each request is counted as the member's; a scanner that is turned away for being too many would test the limits alone. */
const UNLIMITED = 1_000_000;
const CLASSES = ['login', 'register', 'sms', 'reset', 'money', 'launch', 'read', 'page', 'chat'];

/** A finding that is none, or that stays, and why. */
interface Accepted {
  readonly tool: Tool;
  readonly kind: string;
  /** Regular expression of the path. */
  readonly path: string;
  readonly detail: string;
  readonly reason: string;
}

/** `npm run scan`: wapiti and sqlmap, signed in, over every route of what was built; fails on what is not on the written list. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      minutes: { type: 'string' },
      database: { type: 'string' },
      out: { type: 'string' },
      part: { type: 'string' },
      skip: { type: 'string' },
    },
  });
  const { only, minutes = '10', database, out = '.cache/scan.json', part = '1/1', skip = '0' } = values;
  const tools = TOOLS.filter((tool) => only === undefined || tool === only);
  // Each tool leaves a locked member and worse behind, so it has a database of its own.
  if (tools.length === 0 || !/^\d{1,3}$/.test(minutes) || (database && tools.length > 1)) return complain(USE);
  const chosen = /^\d{1,3}$/.test(skip) ? partOf(targets(), part).slice(Number(skip)) : [];
  if (chosen.length === 0) return complain(USE);
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) return complain(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);

  const folder = mkdtempSync(join(tmpdir(), 'lagoon-scan-'));
  const summary = [];
  for (const tool of tools) {
    const control = await scanControl(tool, join(folder, `${tool}-control`));
    console.log(`${tool}: the control has ${control.findings.length} holes: ${kindsOf(control.findings)}`);
    if (!hasFound(tool, control)) return complain(`${tool} has not found the planted holes; its word about the product is worth nothing.`);
    const { scan, statuses } = await scanProduct(tool, chosen, { folder: join(folder, tool), seconds: Number(minutes) * 60 }, database);
    const { open, accepted } = judge(scan);
    console.log(
      `${tool}: ${scan.tested} of ${chosen.length} tested${scan.cutOff ? ', then the time was over' : ''}; answers by status: ${said(statuses)}`,
    );
    console.log(`${tool}: ${accepted.length} on the list, ${open.length} not`);
    for (const finding of open) console.log(`  ${finding.kind} ${finding.path} ${finding.parameter}: ${finding.detail}`);
    summary.push({
      tool,
      targets: chosen.length,
      tested: scan.tested,
      cutOff: scan.cutOff,
      statuses: Object.fromEntries(statuses),
      open,
      accepted,
    });
  }
  writeFileSync(out, `${JSON.stringify(summary, null, 2)}\n`);
  console.log(`Written to ${out}; what the tools said is in ${folder}.`);
  return summary.some(({ open }) => open.length > 0) ? 1 : 0;
}

async function scanControl(tool: Tool, folder: string): Promise<Scan> {
  const weak = await startWeak();
  try {
    return await scanWith[tool]({ url: weak.url, targets: weak.targets, folder, seconds: CONTROL_SECONDS });
  } finally {
    await weak.close();
  }
}

function hasFound(tool: Tool, { findings }: Scan): boolean {
  const found = (kind: RegExp, path: string) => findings.some((finding) => kind.test(finding.kind) && finding.path === path);
  return found(/^SQL Injection$/i, '/item') && (tool === 'sqlmap' || found(/^Cross Site Scripting$/i, '/search'));
}

/** Every Nth target from the Kth on of `K/N`, so that several runs beside one another cover all of them; none where it says no part. */
function partOf(all: readonly Target[], part: string): readonly Target[] {
  const [, first = '0', parts = '0'] = /^(\d{1,2})\/(\d{1,2})$/.exec(part) ?? [];
  return Number(first) > Number(parts) ? [] : all.filter((_, index) => index % Number(parts) === Number(first) - 1);
}

async function scanProduct(
  tool: Tool,
  chosen: readonly Target[],
  bounds: { readonly folder: string; readonly seconds: number },
  database: string | undefined,
) {
  const merchant = mkdtempSync(join(tmpdir(), 'lagoon-scan-merchant-'));
  cpSync('docs/merchants/harbour', join(merchant, 'harbour'), { recursive: true });
  const requests = Object.fromEntries(CLASSES.map((name) => [name, UNLIMITED]));
  const site = { brand: { name: 'Scan', hue: 200, mark: 'harbour/mark.svg' }, languages: ['EN'], language: 'EN' };
  const merchantFile = join(merchant, 'merchant.json');
  writeFileSync(merchantFile, JSON.stringify({ code: 'scan', demo: true, ...site, requests }));
  const env = { MERCHANT_FILE: merchantFile, TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal', ...(database && { DATABASE_URL: database }) };
  const service: Service = await startService({ env });
  try {
    const { cookie } = await signIn(service.url);
    const relay = await startRelay(service, cookie);
    const scan = await scanWith[tool]({ url: relay.url, targets: chosen, ...bounds });
    await relay.close();
    return { scan, statuses: relay.statuses };
  } finally {
    await service.stop();
    rmSync(merchant, { recursive: true });
  }
}

function judge({ findings }: Scan): { open: readonly Finding[]; accepted: readonly (Finding & { reason: string })[] } {
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

function complain(text: string): number {
  console.error(text);
  return 2;
}

const kindsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ kind, path }) => `${kind} ${path}`))].join(', ');
const said = (statuses: ReadonlyMap<number, number>) =>
  [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');

process.exitCode = await main();
