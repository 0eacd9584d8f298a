import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipJoiner, makePart, makePartNow, type Part } from './gzip-parts.ts';

function join(parts: readonly Part[]): Buffer {
  const joiner = gzipJoiner();
  return Buffer.concat([joiner.start, ...parts.map((part) => joiner.push(part)), joiner.end()]);
}

describe('gzip parts', () => {
  it.each([
    ['nothing', []],
    ['one part', ['Lagoon']],
    ['an empty part between others', ['a', '', 'b']],
    ['parts of many lengths', [...Array(40).keys()].map((index) => 'żółw 海 🎲'.repeat(index * 7))],
    ['a part beyond 64 KB', ['x'.repeat(200_000), 'y']],
  ])('joins %s into one valid stream', async (_name, texts) => {
    const parts = await Promise.all(texts.map((text, index) => (index % 2 ? makePartNow(text) : makePart(text))));
    expect(gunzipSync(join(parts)).toString('utf8')).toBe(texts.join(''));
  });

  it('has a wrong check sum if a part was changed, which decompression detects', async () => {
    const part = await makePart('true');
    expect(() => gunzipSync(join([{ ...part, crc: part.crc ^ 1 }]))).toThrow(/data check/);
  });
});
