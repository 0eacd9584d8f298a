import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { toConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { readStart } from '../config/env.ts';
import { MerchantFileError } from '../config/merchant/merchant-file-error.ts';
import type { Source } from '../config/read-value.ts';

/**
 * `npm run merchant:check FILE`: reads a merchant file and the environment as the start does, and lists every problem. Exit code 0: the
 * service would start; 1: not; 2: wrong usage.
 */
export async function checkMerchantFile([file]: readonly string[], environment: Source, print: (line: string) => void): Promise<number> {
  if (file === undefined) {
    print('npm run merchant:check FILE');
    return 2;
  }
  try {
    const { env, merchant } = await readStart({ ...environment, MERCHANT_FILE: file });
    const { upstreams } = toConfig(env, merchant);
    const platform = upstreams === 'embedded' ? 'embedded platform' : `remote platform ${upstreams.wps}`;
    const languages = merchant?.branding.languages.join(', ');
    print(`${file} is sound: ${env.merchant}, ${merchant?.branding.name}, ${languages}, ${platform}${merchant?.demo ? ', demo' : ''}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof MerchantFileError || error instanceof ConfigError)) throw error;
    print(error.message);
    return 1;
  }
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href)
  process.exitCode = await checkMerchantFile(process.argv.slice(2), process.env, (line) => console.log(line));
