import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { languageOf } from '../../../shared/i18n/languages.ts';
import type { PersonalView, PlacedIsland } from '../../../views/components/island.tsx';
import type { CachedPage } from './cached-page.ts';
import { makePartNow } from './gzip-parts.ts';
import { createPersonalSender } from './send-page.ts';

const viewOf = (account: string): PersonalView => ({ member: { account } as PersonalView['member'], balance: null });

it('each visitor gets their own part of a page, rendered once per personal view', async () => {
  let made = 0;
  const island = (): PlacedIsland => ({
    name: 'member-nav',
    hydrate: 'never',
    props({ member }) {
      made += 1;
      return { member };
    },
  });
  const sender = createPersonalSender({ html: async ({ props }) => `[${JSON.stringify(props)}]` });
  const pageOf = (): CachedPage => ({
    status: 200,
    language: languageOf('EN'),
    imageHost: '',
    anonymous: {} as CachedPage['anonymous'],
    segments: [makePartNow('<a>'), { island: island(), id: 'i0' }, makePartNow('</a>')],
  });
  const page = pageOf();
  const send = async (of: CachedPage, account: string) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const written: string[] = [];
    response.write = (chunk: unknown) => written.push(String(chunk)) > 0;
    await sender.send(new IncomingMessage(new Socket()), response, of, viewOf(account));
    return written.join('');
  };
  const expectedHtml = (account: string) => `<a>[{"member":{"account":"${account}"}}]</a>`;
  for (const account of ['ada', 'bob', 'ada', 'ada', 'bob']) expect(await send(page, account)).toBe(expectedHtml(account));
  // The first part of each was still being rendered when it was requested.
  expect(made).toBe(4);
  expect(await send(pageOf(), 'ada')).toBe(expectedHtml('ada'));
  expect(made).toBe(5);
});
