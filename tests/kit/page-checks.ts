import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll, SCREENS } from './screen.ts';

/** Expects an accessible page without sideways scroll at two widths, dark and light. Ends at the width of a desktop. */
export async function inspectAtTwoWidths(page: Page): Promise<void> {
  for (const size of [SCREENS.desktop.viewport, SCREENS.phone.viewport]) {
    await page.setViewportSize(size);
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(SCREENS.desktop.viewport);
}

/** False for pictures of vendors: they come from the built-in vendor, which a service in front of another platform does not have. */
export function isOwnProblem(problem: string): boolean {
  return !problem.includes('/studio/art/');
}
