import { expect, it } from 'vitest';
import { demoContent } from '../server/platform/content/publishing/demo-content.ts';
import { ROUTES } from '../server/portal/pages/routes.ts';

it('every link of the demo content leads to a page of the site', () => {
  const links = demoContent().flatMap(({ id, href = '', texts }) => {
    const inside = Object.values(texts).flatMap(({ body }) => [...body.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address));
    return [href, ...inside].filter((address) => address !== '').map((address) => ({ id, address }));
  });
  const lost = links.filter(({ address }) => !ROUTES.has(new URL(address, 'https://site.test').pathname));
  expect(links.length).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});
