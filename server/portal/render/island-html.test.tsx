import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { IslandModule } from '../../../client/runtime/island.ts';
import { languageOf } from '../../../shared/i18n/languages.ts';
import type { PlacedIsland } from '../../../views/components/island.tsx';
import { createIslandRenderer } from './island-html.ts';
import { createTextPicker } from './texts.ts';

const anonymous = { member: null, balance: null };
const english = languageOf('EN');
const HOSTILE = `</lagoon-island></script><script>alert(1)</script>"'&<!-- \u2028 \u2029 &quot;`;

function renderer(module: IslandModule) {
  const pick = createTextPicker({ EN: { 'test.games_one': '{{count}} game', 'test.games_other': '{{count}} games', 'test.secret': 'x' } });
  return createIslandRenderer(pick, pino({ level: 'silent' }), (name) => `/assets/${name}.js`, new Map([['toast-host', module]]));
}

function placed(props: object): PlacedIsland {
  return { name: 'toast-host', hydrate: 'idle', props };
}

/** Attributes of the single island as a browser reads them. */
function attributes(html: string): Record<string, string> {
  const tag = /^<lagoon-island((?: [a-z]+="[^"]*")*)>/.exec(html)?.[1] ?? '';
  const read = (text: string) =>
    text.replace(/&(amp|lt|gt|quot);/g, (_all, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name as string] ?? '');
  return Object.fromEntries([...tag.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, read(value ?? '')]));
}

describe('island HTML', () => {
  const module: IslandModule = { default: ({ text }: { text: string }) => <p>{text}</p>, texts: ['test.games'] };

  it('has id, name, script, hydration moment, props, its own texts and language', async () => {
    const html = await renderer(module).html(placed({ text: 'hello' }), 'i7', english, anonymous);
    expect(attributes(html)).toEqual({
      id: 'i7',
      name: 'toast-host',
      src: '/assets/toast-host.js',
      hydrate: 'idle',
      props: '{"text":"hello"}',
      texts: '{"test.games_one":"{{count}} game","test.games_other":"{{count}} games"}',
      lang: 'en',
    });
    expect(html).toMatch(/><p>hello<\/p><\/lagoon-island>$/);
  });

  it('escapes values inside attributes and elements', async () => {
    const html = await renderer(module).html(placed({ text: HOSTILE }), 'i0', english, anonymous);
    expect(JSON.parse(attributes(html).props ?? '')).toEqual({ text: HOSTILE });
    expect(html).not.toContain('<script');
    expect(html.match(/<\/lagoon-island>/g)).toHaveLength(1);
  });

  it('prefixes hook ids with the island id, so that two islands of a page never share one', async () => {
    const { useId } = await import('react');
    const Labelled = () => <i id={useId()} />;
    const html = await renderer({ default: Labelled, texts: [] }).html(placed({}), 'i3', english, anonymous);
    expect(html).toMatch(/<i id="[^"]*i3-[^"]*">/);
  });

  it('leaves an empty place for an island that fails or is unknown', async () => {
    const broken: IslandModule = {
      default: () => {
        throw new Error('broken');
      },
      texts: [],
    };
    expect(await renderer(broken).html(placed({}), 'i0', english, anonymous)).toBe('');
    expect(await renderer(module).html({ ...placed({}), name: 'drawer' }, 'i0', english, anonymous)).toBe('');
  });
});
