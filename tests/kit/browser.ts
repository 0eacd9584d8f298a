import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Without these Chromium looks for hosts beyond loopback at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the Chromium of this machine, else the one that comes inside an npm package. Never returns without a browser. */
export async function launchBrowser(candidates: readonly string[] = INSTALLED): Promise<Browser> {
  const installed = candidates.find((path) => existsSync(path));
  if (installed) return chromium.launch({ executablePath: installed, args: QUIET });
  return launchPackaged();
}

async function launchPackaged(): Promise<Browser> {
  const home = join(process.cwd(), 'node_modules/.cache/chromium');
  if (!existsSync(home)) await unpackOnce(home);
  const executablePath = join(home, 'chromium');
  const env = { ...process.env, LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') };
  return chromium.launch({ executablePath, args: [...QUIET, '--no-zygote'], env });
}

/** Several test files may come here at once: each unpacks beside the place, the first to finish moves there. */
async function unpackOnce(home: string): Promise<void> {
  const own = `${home}-${process.pid}-${randomUUID()}`;
  mkdirSync(own, { recursive: true });
  await unpack(own);
  writeFileSync(join(own, 'fonts.conf'), fontConfiguration(home));
  try {
    renameSync(own, home);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** The package's own configuration looks for its fonts in fixed places; without any font the browser dies over a page. */
function fontConfiguration(home: string): string {
  const folders = [join(home, 'fonts/fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('');
  return `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>`;
}

/**
 * The package unpacks into the folder for temporary files, and the few system libraries that a bare machine lacks only
 * when it believes to be on the cloud it was made for; both are read from the environment at that moment.
 */
async function unpack(home: string): Promise<void> {
  const before = {
    TMPDIR: process.env.TMPDIR,
    AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV,
    LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  };
  Object.assign(process.env, { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
