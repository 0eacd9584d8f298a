import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../shared/escape-html.ts';
import { type Finding, FORM_TYPE, type Order, type Scan, type Target } from './contracts.ts';
import { bare, runTool } from './run-tool.ts';

/** The start page for wapiti. JSON bodies are left out because it supports forms only; every call also has a form. */
export function startPage(targets: readonly Target[]): string {
  const links = targets.filter(({ method }) => method === 'GET').map(({ path }) => `<a href="${escapeHtml(path)}">x</a>`);
  const forms = targets
    .filter(({ contentType }) => contentType === FORM_TYPE)
    .map(({ path, body }) => {
      const fields = [...new URLSearchParams(body)].map(
        ([name, value]) => `<input name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
      );
      return `<form method="post" action="${escapeHtml(path)}">${fields.join('')}<button>x</button></form>`;
    });
  return `<!doctype html><title>targets</title>${links.join('')}${forms.join('')}`;
}

/**
 * One process per module, so that a hanging one does not affect the others. All of them use the crawl of the first and write all
 * findings.
 */
interface Stage {
  readonly modules: readonly string[];
  /** Share of the total time for each module. */
  readonly share: number;
}
const CRAWL_SHARE = 0.08;
const STAGES: readonly Stage[] = [
  { modules: ['crlf', 'csrf'], share: 0.03 },
  { modules: ['redirect'], share: 0.05 },
  // Forms first, because only they store anything. Stored markers are searched by what the first two modules keep in memory.
  { modules: ['xss:post', 'permanentxss'], share: 0.12 },
  { modules: ['sql'], share: 0.1 },
  { modules: ['xss:get'], share: 0.25 },
  { modules: ['file'], share: 0.1 },
  { modules: ['exec'], share: 0.1 },
];
/** These test one page only: the home page, not the page of targets. */
const PAGE_MODULES = 'csp,http_headers,cookieflags';
const PAGE_SECONDS = 60;
const MAX_LINKS = '1000';
/** A stage checks its time limit only after each address. */
const STAGE_GRACE_SECONDS = 60;
const OVER = /Max attack time was reached for module (\w+)/g;

interface WapitiEntry {
  readonly path: string;
  readonly parameter: string | null;
  readonly info: string;
}
interface WapitiReport {
  readonly vulnerabilities: Readonly<Record<string, readonly WapitiEntry[]>>;
  readonly anomalies: Readonly<Record<string, readonly WapitiEntry[]>>;
}

export async function wapiti({ url, folder, seconds, modules }: Order): Promise<Scan> {
  mkdirSync(folder, { recursive: true });
  const stages = STAGES.filter((stage) => modules === undefined || stage.modules.some((name) => modules.includes(name)));
  const shares = stages.reduce((sum, stage) => sum + stage.share * stage.modules.length, 0);
  const [report, pageReport] = [join(folder, 'wapiti.json'), join(folder, 'page.json')];
  const stores = ['--store-session', folder, '--store-config', folder, '--no-bugreport', '-t', '30', '-f', 'json', '-v', '1'];
  const page = ['-u', `${url}/index`, '--scope', 'page', '-d', '0', ...stores, '-m', PAGE_MODULES, '-o', pageReport];
  await runTool('wapiti', page, folder, PAGE_SECONDS, 'page');
  // The start page has a link or a form for every target; pages behind them are targets of their own.
  const crawlSeconds = Math.round(seconds * CRAWL_SHARE);
  const bounds = ['--max-scan-time', String(crawlSeconds), '-d', '1', '--max-links-per-page', MAX_LINKS, '-S', 'polite'];
  const usual = ['-u', `${url}/`, ...bounds, ...stores, '-o', report];
  const crawl = await runTool('wapiti', [...usual, '-m', '', '--flush-session'], folder, crawlSeconds + STAGE_GRACE_SECONDS, 'crawl');
  const unfinished = crawl.output.includes('Max scan time was reached') ? ['crawl'] : [];
  for (const stage of stages) {
    const each = Math.round((seconds * (1 - CRAWL_SHARE) * stage.share) / shares);
    const name = stage.modules.join('-').replaceAll(':', '-');
    const ours = ['--skip-crawl', '-m', stage.modules.join(','), '--max-attack-time', String(each)];
    const limit = each * stage.modules.length + STAGE_GRACE_SECONDS;
    const { output, cutOff } = await runTool('wapiti', [...usual, ...ours], folder, limit, name);
    unfinished.push(...[...output.matchAll(OVER)].map(() => name), ...(cutOff ? [`${name} (stopped)`] : []));
  }
  // A stopped stage has not written one.
  await runTool('wapiti', [...usual, '--skip-crawl', '-m', ''], folder, STAGE_GRACE_SECONDS, 'report');
  if (!existsSync(report)) throw new Error(`wapiti has written no report: ${crawl.output.slice(-2000)}`);
  const tested = Number(/found (\d+) URLs and forms/.exec(crawl.output)?.[1] ?? 0);
  return { findings: [report, pageReport].flatMap(findingsOf), tested, unfinished };
}

function findingsOf(report: string): readonly Finding[] {
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as WapitiReport;
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, entries]) =>
    entries.map(
      ({ path, parameter, info }): Finding => ({ tool: 'wapiti', kind, path: bare(path), parameter: parameter ?? '', detail: info }),
    ),
  );
}
