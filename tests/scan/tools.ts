import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './targets.ts';

export interface Finding {
  readonly tool: Tool;
  /** What kind of hole, in the tool's words. */
  readonly kind: string;
  /** Without its query. */
  readonly path: string;
  readonly parameter: string;
  readonly detail: string;
}

export interface Scan {
  readonly findings: readonly Finding[];
  /** Requests or addresses that the tool says it has been through. */
  readonly tested: number;
  /** The time was over before the tool had come to its end. */
  readonly cutOff: boolean;
}

export type Tool = 'wapiti' | 'sqlmap';
export const TOOLS: readonly Tool[] = ['wapiti', 'sqlmap'];

interface Order {
  readonly url: string;
  readonly targets: readonly Target[];
  /** For what the tool writes; its own. */
  readonly folder: string;
  readonly seconds: number;
}

export function isInstalled(tool: Tool): boolean {
  return spawnSync('which', [tool]).status === 0;
}

export const scanWith: Readonly<Record<Tool, (order: Order) => Promise<Scan>>> = { wapiti, sqlmap };

const WAPITI_MODULES = ['xss', 'permanentxss', 'sql', 'exec', 'file', 'redirect', 'crlf', 'csp', 'http_headers', 'cookieflags', 'csrf'];
/**
 * Wapiti bounds its crawl and each module, all of them together by most of the time, so that it comes to its report by itself: when it
 * is interrupted it may go on with its next module and write none.
 */
const CRAWL_SHARE = 0.25;
const MODULE_SHARE = 0.65 / WAPITI_MODULES.length;

interface WapitiEntry {
  readonly path: string;
  readonly parameter: string | null;
  readonly info: string;
}
interface WapitiReport {
  readonly vulnerabilities: Readonly<Record<string, readonly WapitiEntry[]>>;
  readonly anomalies: Readonly<Record<string, readonly WapitiEntry[]>>;
  readonly infos: { readonly crawled_pages_nbr?: number };
}

async function wapiti({ url, targets, folder, seconds }: Order): Promise<Scan> {
  mkdirSync(folder, { recursive: true });
  const report = join(folder, 'wapiti.json');
  const starts = targets.filter(({ method }) => method === 'GET').flatMap(({ path }) => ['-s', `${url}${path}`]);
  const share = (part: number) => String(Math.round(seconds * part));
  const bounds = ['--max-scan-time', share(CRAWL_SHARE), '--max-attack-time', share(MODULE_SHARE), '--max-links-per-page', '60'];
  const stores = ['--store-session', folder, '--store-config', folder, '--flush-session', '--no-bugreport'];
  const output = ['-f', 'json', '-o', report, '-v', '1'];
  const ended = await run(
    'wapiti',
    ['-u', `${url}/`, ...starts, '-m', WAPITI_MODULES.join(','), ...bounds, ...stores, ...output],
    folder,
    seconds,
  );
  if (!existsSync(report)) throw new Error(`wapiti has written no report: ${ended.output.slice(-2000)}`);
  const { vulnerabilities, anomalies, infos } = JSON.parse(readFileSync(report, 'utf8')) as WapitiReport;
  const findings = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, entries]) =>
    entries.map(
      ({ path, parameter, info }): Finding => ({ tool: 'wapiti', kind, path: bare(path), parameter: parameter ?? '', detail: info }),
    ),
  );
  return { findings, tested: infos.crawled_pages_nbr ?? starts.length / 2, cutOff: ended.cutOff };
}

async function sqlmap({ url, targets, folder, seconds }: Order): Promise<Scan> {
  mkdirSync(folder, { recursive: true });
  const [log, results] = [join(folder, 'requests.log'), join(folder, 'results.csv')];
  writeFileSync(log, targets.map((target) => asLogged(url, target)).join('\n'));
  const how = ['--batch', '--level=1', '--risk=1', '--technique=BE', '--dbms=PostgreSQL', '--threads=4', '--keep-alive'];
  const patience = ['--timeout=15', '--retries=0', '--ignore-code=*', '--disable-coloring', '--ignore-stdin'];
  const files = [`--results-file=${results}`, `--output-dir=${folder}`, '--flush-session'];
  const ended = await run('sqlmap', ['-l', log, ...how, ...patience, ...files], folder, seconds);
  const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n').slice(1) : [];
  const findings = lines.filter(isInjectable).map((line): Finding => {
    const [address = '', place = '', parameter = '', techniques = ''] = line.split(',');
    return { tool: 'sqlmap', kind: 'SQL injection', path: bare(address), parameter, detail: `${place} ${techniques}` };
  });
  const tested = (ended.output.match(/^\[\d+\/\d+\] URL:/gm) ?? []).length;
  if (tested === 0) throw new Error(`sqlmap has tested nothing: ${ended.output.slice(-2000)}`);
  return { findings, tested, cutOff: ended.cutOff };
}

/**
 * Without a technique in its line a target was only noted; what the tool has looked at again and found to be nothing, such as a page that
 * changes by itself or answers late, stays in its file with that note.
 */
function isInjectable(line: string): boolean {
  return /,[^,]*,[^,]+,[BEUSTQ]+,[^,]*$/.test(line) && !line.endsWith(',false positive or unexploitable');
}

/** One request as intercepting proxies log it, which the tool reads many of. */
function asLogged(url: string, { method, path, contentType, body }: Target): string {
  const rule = '='.repeat(54);
  const { host } = new URL(url);
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...(contentType ? [`Content-Type: ${contentType}`] : [])];
  return [rule, `12:00:00  ${url}`, rule, ...head, '', body ?? '', rule, ''].join('\n');
}

function bare(address: string): string {
  return new URL(address, 'http://scan').pathname;
}

function run(tool: Tool, args: readonly string[], cwd: string, seconds: number): Promise<{ output: string; cutOff: boolean }> {
  return new Promise((resolve) => {
    const child = spawn(tool, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    const printed: string[] = [];
    let cutOff = false;
    // Both write what they have found when they are interrupted once; after that they are ended.
    const interrupt = setTimeout(() => {
      cutOff = true;
      child.kill('SIGINT');
      // Wapiti asks what to do then: the report.
      child.stdin.end('r\n');
    }, seconds * 1000);
    child.stdin.on('error', () => undefined);
    const end = setTimeout(() => child.kill('SIGKILL'), (seconds + 60) * 1000);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    child.once('close', () => {
      clearTimeout(interrupt);
      clearTimeout(end);
      const output = printed.join('');
      writeFileSync(join(cwd, `${tool}.log`), output);
      resolve({ output, cutOff });
    });
  });
}
