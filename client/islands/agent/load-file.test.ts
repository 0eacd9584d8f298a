import { afterEach, expect, test, vi } from 'vitest';
import { loadFile } from './load-file.ts';

afterEach(() => vi.unstubAllGlobals());

const answers = (parts: readonly string[], headers: Record<string, string>, breaks = false, status = 200) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      if (breaks) controller.error(new Error('connection lost'));
      else controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
};
const CSV = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="team.csv"' };
const load = (show: (lines: number) => void = () => undefined) => loadFile('/agent/team.csv', new AbortController().signal, show);

test('a file is complete, with its name, and its lines are counted as they arrive', async () => {
  answers(['day;member\n2026-11-01;a', '\n2026-11-02;b\n'], CSV);
  const seen: number[] = [];
  const { content, name, lines } = await load((arrived) => seen.push(arrived));
  expect([name, lines, await content.text()]).toEqual(['team.csv', 2, 'day;member\n2026-11-01;a\n2026-11-02;b\n']);
  expect(seen).toEqual([0, 2]);
});

test.each([
  ['breaks off', ['day\n1\n'], CSV, true, 200],
  ['is the page of an ended session', ['<!doctype html>'], { 'content-type': 'text/html' }, false, 200],
  ['is refused', ['day\n'], CSV, false, 429],
] as const)('a file that %s is an error', async (_name, parts, headers, breaks, status) => {
  answers(parts, headers, breaks, status);
  await expect(load()).rejects.toThrow();
});
