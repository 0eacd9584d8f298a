import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Order, Scan, Target } from './contracts.ts';
import { bare, runTool } from './run-tool.ts';

export async function sqlmap({ url, targets, folder, seconds }: Order): Promise<Scan> {
  mkdirSync(folder, { recursive: true });
  const [log, results] = [join(folder, 'requests.log'), join(folder, 'results.csv')];
  writeFileSync(log, targets.map((target) => asLogged(url, target)).join('\n'));
  const how = [
    '--batch',
    '--answers=skip further=N,exploit=N',
    '--level=1',
    '--risk=1',
    '--technique=BE',
    '--dbms=PostgreSQL',
    '--threads=4',
    '--keep-alive',
  ];
  const limits = ['--timeout=15', '--retries=0', '--ignore-code=*', '--disable-coloring', '--ignore-stdin'];
  const files = [`--results-file=${results}`, `--output-dir=${folder}`, '--flush-session'];
  const ended = await runTool('sqlmap', ['-l', log, ...how, ...limits, ...files], folder, seconds);
  const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n').slice(1) : [];
  const findings = lines.filter(isInjectable).map((line): Finding => {
    const [address = '', place = '', parameter = '', techniques = ''] = line.split(',');
    return { tool: 'sqlmap', kind: 'SQL injection', path: bare(address), parameter, detail: `${place} ${techniques}` };
  });
  const tested = (ended.output.match(/^\[\d+\/\d+\] URL:/gm) ?? []).length;
  if (tested === 0) throw new Error(`sqlmap has tested nothing: ${ended.output.slice(-2000)}`);
  return { findings, tested, unfinished: ended.cutOff ? [`from target ${tested} on`] : [] };
}

/**
 * A line without a technique is only a suspicion. A false positive after the tool's own check, such as a page that changes or
 * answers slowly, stays in the file with that note.
 */
function isInjectable(line: string): boolean {
  return /,[^,]*,[^,]+,[BEUSTQ]+,[^,]*$/.test(line) && !line.endsWith(',false positive or unexploitable');
}

/** One request in the log format of intercepting proxies, which the tool reads in bulk. */
function asLogged(url: string, { method, path, contentType, body }: Target): string {
  const rule = '='.repeat(54);
  const { host } = new URL(url);
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...(contentType ? [`Content-Type: ${contentType}`] : [])];
  return [rule, `12:00:00  ${url}`, rule, ...head, '', body ?? '', rule, ''].join('\n');
}
