import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { THROTTLE_CLASSES } from '../../shared/api/define-call.ts';
import { type Credentials, DEMO, signIn } from '../kit/player.ts';
import { type Service, startService } from '../kit/service.ts';
import { consoleSubjects } from './console-subjects.ts';
import type { Order, Target, Tool, Visitor } from './contracts.ts';
import { enter, enterAsNew, type Operator, signInOperator } from './operator.ts';
import { startRelay } from './relay.ts';
import { isPlain, scanWith } from './tools.ts';
import { startPage } from './wapiti.ts';

/**
 * Requests that end the member's session or hide the account from the rest of a scan. They come last for the tool with a fixed
 * order; the other tool skips them.
 */
const ENDS =
  /logout|password|selfExclu|protection\.(?:exclude|timeOut)|session\.end|session\/end|closeAccount|coolingOff|takeBreak|signOut/i;
const CONSOLE = /^\/console\b/;
/** Requests that only agents may send. */
const AGENTS = /^\/agent\/|downline/i;
/** An admin with all permissions, and an operator who has not entered the code. */
const [ADMIN, BEFORE_CODE] = ['ops01', 'ops02'];
const NO_VISITOR: Visitor = { cookie: '' };
const AGAIN_MS = 2000;
/** Each request comes from a separate client address; otherwise the scanner would only test the rate limits. */
const UNLIMITED = 1_000_000;

/** The built service with new data, signed in, behind the relay. */
export async function scanProduct(
  tool: Tool,
  chosen: readonly Target[],
  bounds: Pick<Order, 'folder' | 'seconds' | 'modules'>,
  database: string | undefined,
) {
  const merchant = mkdtempSync(join(tmpdir(), 'lagoon-scan-merchant-'));
  cpSync('docs/merchants/harbour', join(merchant, 'harbour'), { recursive: true });
  const requests = Object.fromEntries(THROTTLE_CLASSES.map((name) => [name, UNLIMITED]));
  const site = { brand: { name: 'Scan', hue: 200, mark: 'harbour/mark.svg' }, languages: ['EN'], language: 'EN' };
  const merchantFile = join(merchant, 'merchant.json');
  writeFileSync(merchantFile, JSON.stringify({ code: 'scan', demo: true, ...site, requests }));
  const env = { MERCHANT_FILE: merchantFile, TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal', ...(database && { DATABASE_URL: database }) };
  const service: Service = await startService({ env });
  try {
    const admin = await signInOperator(service.adminUrl, ADMIN);
    const fill = await consoleSubjects(service.url, admin);
    const filled = chosen.map(fill);
    const [staying, ending] = [filled.filter(({ path }) => !ends(path)), filled.filter(({ path }) => ends(path))];
    const visitor = visitorsOf(service, admin);
    // If only one kind of request is selected, the others need no protection.
    const isExcluded = staying.length > 0 ? ends : () => false;
    const own = tool === 'wapiti' ? { isExcluded, start: startPage(filled) } : {};
    const relay = await startRelay(service, { visitor, plain: isPlain(tool), ...own });
    const ordered = [...staying, ...ending];
    const scan = await scanWith[tool]({ url: relay.url, targets: ordered, ...bounds });
    await relay.close();
    return { scan, ...relay };
  } finally {
    await service.stop();
    rmSync(merchant, { recursive: true });
  }
}

function ends(path: string): boolean {
  return ENDS.test(path) && !CONSOLE.test(path);
}

/** Pages of agents as the agent, the console as its admin, everything else as the member. */
function visitorsOf(service: Service, admin: Operator): (path: string, again: boolean) => Promise<Visitor> {
  const member = cachedVisitor(() => memberVisitor(service, DEMO.member));
  const agent = cachedVisitor(() => memberVisitor(service, DEMO.agent));
  const operator = cachedVisitor(async () => (await signInOperator(service.adminUrl, ADMIN)).visitor, admin.visitor);
  const unfinished = cachedVisitor(async () => (await enter(service.adminUrl, BEFORE_CODE)).visitor);
  return async (path, again) => {
    if (/^\/console\/sign-in\b/.test(path)) return NO_VISITOR;
    if (/^\/console\/code\b/.test(path)) return unfinished(again);
    if (/^\/console\/password\b/.test(path)) return (await enterAsNew(service.adminUrl, admin)).visitor;
    if (CONSOLE.test(path)) return operator(again);
    const credentials = AGENTS.test(path) ? DEMO.agent : DEMO.member;
    // A new session for each request that ends one.
    if (ends(path)) return memberVisitor(service, credentials).catch(() => NO_VISITOR);
    return (credentials === DEMO.agent ? agent : member)(again);
  };
}

/** One session for all requests; a new one at most every few seconds. */
function cachedVisitor(open: () => Promise<Visitor>, first?: Visitor): (again: boolean) => Promise<Visitor> {
  let cached = first && { visitor: first, at: Date.now() };
  return async (again) => {
    if (cached && (!again || Date.now() - cached.at < AGAIN_MS)) return cached.visitor;
    const before = cached?.visitor ?? NO_VISITOR;
    const visitor = await open().catch(() => before);
    cached = { visitor, at: Date.now() };
    return visitor;
  };
}

async function memberVisitor({ url }: Service, credentials: Credentials): Promise<Visitor> {
  const { cookie } = await signIn(url, credentials);
  // Also without the device cookie, because attempts are counted by it.
  const pairs = cookie.split('; ').filter((pair) => !/^(?:__Host-)?(?:\w+_)?device=/.test(pair));
  return { cookie: pairs.join('; ') };
}
