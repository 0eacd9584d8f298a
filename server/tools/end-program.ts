import { ConfigError } from '../config/config-error.ts';
import { readStart } from '../config/env.ts';
import { MerchantFileError } from '../config/merchant/merchant-file-error.ts';

/**
 * Ends a program of the command line with its exit code. A program that has opened the embedded database must not wait for its own end: an
 * engine that fails while it opens leaves a timer running, and the process with it.
 */
export function endProgram(code: number): never {
  process.exit(code);
}

/** The settings of a program. Mistakes of the merchant file or the environment end it with their list, without a stack. */
export async function startOrEnd(): Promise<Awaited<ReturnType<typeof readStart>>> {
  try {
    return await readStart();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof MerchantFileError)) throw error;
    console.error(error.message);
    return endProgram(1);
  }
}
