import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;

export async function takePicture(page: Page, name: string, { fullPage = false }: { readonly fullPage?: boolean } = {}): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage });
}
