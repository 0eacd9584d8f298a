import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Island } from '../../../views/components/island.tsx';
import { renderSkeleton } from './render-tree.ts';
import { SlotStream } from './stream-page.ts';

const MARK = 'sabc-';
const slot = (index: number) => `<lagoon-slot id="${MARK}${index}"></lagoon-slot>`;

describe('slots', () => {
  it('splits a page at its islands, in the order of the page', async () => {
    const page = (
      <main>
        <Island name="toast-host" hydrate="idle" props={{}} />
        <b>between</b>
        <Island name="theme-toggle" hydrate="interaction" props={{ theme: 'dark', here: '/index' }} />
      </main>
    );
    const { chunks, islands } = await renderSkeleton(page, MARK);
    expect(chunks).toEqual(['<main>', '<b>between</b>', '</main>']);
    expect(islands.map(({ name }) => name)).toEqual(['toast-host', 'theme-toggle']);
  });

  it('does not mistake content for a slot', async () => {
    const page = <main>{slot(0)}</main>;
    const { chunks } = await renderSkeleton(page, MARK);
    expect(chunks).toHaveLength(1);
  });

  it('fills slots in order however the stream is split, and waits for a slow one', async () => {
    const html = `<p>é${slot(0)}海<lagoon${slot(1)}<b>${slot(2)}</b> < end`;
    const expected = '<p>é[0]海<lagoon[1]<b>[2]</b> < end';
    const bytes = Buffer.from(html);
    for (const size of [1, 2, 3, 7, 20, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
      const fill = async (index: number) => {
        // The first slot takes longest: the order must not depend on speed.
        for (let turn = 0; turn < 6 - index * 3; turn += 1) await new Promise(setImmediate);
        return `[${index}]`;
      };
      expect(await text(Readable.from(pieces).pipe(new SlotStream(MARK, fill)))).toBe(expected);
    }
  });
});
