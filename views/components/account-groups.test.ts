import { expect, test } from 'vitest';
import { accountGroups } from './account-groups.ts';
import { MEMBER_ENTRIES, MEMBER_PAGES } from './member-entries.ts';

const ALL = { transferUpline: true, manualRebate: true, vipLevels: true, missions: true, points: true, bonus: true, referral: true };
const context = { t: (key: string) => key, features: ALL as Readonly<Record<string, boolean>>, contactOutside: false, hasAgent: true };
const hrefs = (more: object = {}) =>
  accountGroups({ ...context, ...more }, 'depositv2').flatMap(({ entries }) => entries.map(({ href }) => href));

test('every available page is in one group, and customer service too', () => {
  const listed = hrefs();
  const built = MEMBER_ENTRIES.filter((entry) => !('later' in entry)).map(({ page }) => `/member/${page}`);
  expect(listed).toEqual(expect.arrayContaining([...built, '/member/protection', '/customerService']));
  expect(new Set(listed).size).toBe(listed.length);
});

test('a transfer to the agent is offered to members with an agent, and if it is unknown', () => {
  expect(hrefs({ hasAgent: false })).not.toContain('/member/transferUpline');
  expect(hrefs({ hasAgent: undefined })).toContain('/member/transferUpline');
  expect(hrefs({ features: {} })).not.toContain('/member/transferUpline');
});

test('exactly one entry is marked on a page of the navigation or below it', () => {
  const listedPages = MEMBER_PAGES.filter((page) => !isLater(page));
  for (const page of listedPages) {
    const marked = accountGroups(context, page).flatMap(({ entries }) => entries.filter(({ current }) => current !== undefined));
    expect(
      marked.map(({ href }) => href),
      page,
    ).toHaveLength(1);
  }
});

function isLater(page: string): boolean {
  return MEMBER_ENTRIES.some((entry) => entry.page === page && 'later' in entry);
}
