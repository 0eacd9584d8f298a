import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { readStart } from '../../server/config/env.ts';
import { runOperator } from '../../server/tools/operator.ts';
import { type Service, startService } from './service.ts';

/** A merchant with a file, started by the steps of `docs/first-merchant.md`, and its first operator. */
export interface DocumentedMerchant {
  readonly service: Service;
  readonly operator: { readonly name: string; readonly password: string };
}

type Settings = Readonly<Record<string, unknown>>;
type MerchantFile = Settings & { readonly settings: Settings };

const OPERATOR = 'admin-one';

/**
 * Starts a merchant of `docs/merchants/` from copies of its files in `dir`; `change` edits its file. The service is started twice, because
 * the first operator is added while it is stopped.
 */
export async function startDocumentedMerchant(
  dir: string,
  name: string,
  options: { readonly env?: Readonly<Record<string, string>>; readonly change?: (file: MerchantFile) => object } = {},
): Promise<DocumentedMerchant> {
  cpSync('docs/merchants', dir, { recursive: true });
  const file = join(dir, `${name}.json`);
  const example = JSON.parse(readFileSync(file, 'utf8')) as MerchantFile;
  writeFileSync(file, JSON.stringify(options.change?.(example) ?? example));
  const dataDir = join(dir, `data-${name}`);
  const env = { MERCHANT_FILE: file, ...options.env };
  const first = await startService({ dataDir, env });
  await first.stop();
  const printed: string[] = [];
  const code = await runOperator((await readStart({ ...env, DATA_DIR: dataDir })).env, ['add', OPERATOR, 'admin'], (line) =>
    printed.push(line),
  );
  const password = /once: (\S+)/.exec(printed.join('\n'))?.[1];
  if (code !== 0 || password === undefined) throw new Error(`the operator was not added: ${printed.join('\n')}`);
  return { service: await startService({ dataDir, env }), operator: { name: OPERATOR, password } };
}

/** Signs in to the console for the first time: a password of one's own, and an app. */
export async function signInToConsole(page: Page, { service, operator }: DocumentedMerchant, chosen: string): Promise<void> {
  await page.goto(`${service.adminUrl}/console`);
  await page.getByLabel('Name').fill(operator.name);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Save' }).click();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('Six digits').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: 'Continue' }).click();
}
