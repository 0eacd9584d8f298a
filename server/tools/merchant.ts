import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { closedWays, providerGames } from '../config/merchant/hints.ts';
import { leftToProviders } from '../config/merchant/left-to-providers.ts';
import { missingParts, withoutEffect } from '../config/merchant/missing.ts';
import type { Source } from '../config/read-value.ts';
import { readServices } from '../config/services-env.ts';
import { readConfig, StartProblems } from '../config/start-config.ts';

/**
 * `npm run merchant:check FILE`: reads a merchant file and the environment as the start does, and lists every problem, and
 * what is missing in a usable file. Exit code 0: the
 * service would start; 1: not; 2: wrong usage.
 */
export async function checkMerchantFile([file]: readonly string[], environment: Source, print: (line: string) => void): Promise<number> {
  if (file === undefined) {
    print('npm run merchant:check FILE');
    return 2;
  }
  try {
    const config = await readConfig({ ...environment, MERCHANT_FILE: file });
    const { upstreams, merchantConfig: merchant } = config;
    const platform = upstreams === 'embedded' ? 'embedded platform' : `remote platform ${upstreams.wps}`;
    const languages = merchant?.branding.languages.join(', ');
    print(`${file} is sound: ${config.merchant}, ${merchant?.branding.name}, ${languages}, ${platform}${merchant?.demo ? ', demo' : ''}.`);
    const missing = merchant ? missingParts(merchant, upstreams !== 'embedded', readServices(environment)) : [];
    if (missing.length > 0)
      print(
        `Not in it yet (texts and content that operators have published in the console are not known here):\n${missing.map((line) => `  ${line}.`).join('\n')}`,
      );
    const games = merchant ? providerGames(merchant, upstreams !== 'embedded') : [];
    if (games.length > 0) print(`Games of providers:\n${games.map((line) => `  ${line}.`).join('\n')}`);
    const closed = merchant ? closedWays(merchant, upstreams !== 'embedded') : [];
    if (closed.length > 0) print(`Not possible with these amounts:\n${closed.map((line) => `  ${line}.`).join('\n')}`);
    const idle = merchant ? withoutEffect(merchant, upstreams !== 'embedded') : [];
    if (idle.length > 0) print(`Without effect:\n${idle.map((line) => `  ${line}.`).join('\n')}`);
    const left = merchant ? leftToProviders(merchant, upstreams !== 'embedded') : [];
    if (left.length > 0)
      print(`Left to providers that keep the balances (agree on it with them):\n${left.map((line) => `  ${line}.`).join('\n')}`);
    return 0;
  } catch (error) {
    if (!(error instanceof StartProblems)) throw error;
    for (const { message } of error.problems) print(message);
    return 1;
  }
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  process.exitCode = await checkMerchantFile(process.argv.slice(2), process.env, (line) => console.log(line));
