import { expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

const WHOLE = [
  '<h2>Fees</h2><h3>Cards</h3><p>See <a href="/help/fees">help</a>, <a href="https://bank.example/">bank</a> or ',
  '<a href="mailto:help@site.example">write</a>.</p><hr /><ul><li><code>A1</code></li></ul>',
  '<table><caption>Limits</caption><thead><tr><th>Way</th></tr></thead><tbody><tr><td>Card</td></tr></tbody></table>',
].join('');

it('keeps tables, headings and links for e-mail, and is idempotent', () => {
  expect(cleanHtml(WHOLE)).toBe(WHOLE);
  expect(cleanHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>');
});

it.each([
  ['<script>alert(1)</script>x', 'x'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<a href="http://evil.example" onclick="x()" target="_top">x</a>', '<a>x</a>'],
  ['<td style="position:fixed" onmouseover="x()" background="https://x.example">x</td>', '<td>x</td>'],
  ['<img src="x" onerror="x()"><svg><script>x</script></svg><iframe src="/x"></iframe>', ''],
])('removes %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});
