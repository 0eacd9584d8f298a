import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

const PATH = '/wps/member/info';
const head = (target: string, lines: readonly string[] = [], method = 'GET', version = 'HTTP/1.1') =>
  [`${method} ${target} ${version}`, 'Host: site.example', 'Authorization: Bearer t', ...lines, '', ''].join('\r\n');
const withHosts = (...hosts: string[]) =>
  [`GET ${PATH} HTTP/1.1`, 'Authorization: Bearer t', ...hosts.map((host) => `Host: ${host}`), '', ''].join('\r\n');
const post = (lines: readonly string[], body: string) =>
  head('/wps/session/login', ['Content-Type: application/json', ...lines], 'POST') + body;

/** Requests that one server may read differently from the next. None may reach the upstream in any form. */
const UNCLEAN: readonly (readonly [string, string])[] = [
  ['dot segment', head('/wps/../admin')],
  ['dot segment into another family', head('/lgw/../wps/member/info')],
  ['single dot segment', head('/wps/./member/info')],
  ['dot segment at the end', head('/wps/member/info/..')],
  ['encoded dots', head('/wps/%2e%2e/admin')],
  ['half encoded dots', head('/wps/.%2e/admin')],
  ['encoded dots in capitals', head('/wps/%2E%2E/member/info')],
  ['doubly encoded dots', head('/wps/%252e%252e/admin')],
  ['encoded slash', head('/wps%2fmember/info')],
  ['encoded slash in capitals', head('/wps/member%2Finfo')],
  ['encoded backslash', head('/wps/member%5cinfo')],
  ['backslash', head('/wps\\member\\info')],
  ['double slash in front', head('//wps/member/info')],
  ['double slash inside', head('/wps//member/info')],
  ['other host as path', head('//other.example/wps/member/info')],
  ['absolute form, own host', head(`http://site.example${PATH}`)],
  ['absolute form, other host', head(`http://other.example${PATH}`)],
  ['absolute form, https', head(`https://site.example${PATH}`)],
  ['authority form', head('site.example:80', [], 'CONNECT')],
  ['asterisk form', head('*', [], 'OPTIONS')],
  ['no leading slash', head('wps/member/info')],
  ['fragment', head(`${PATH}#x`)],
  ['path parameter', head('/wps;x=1/member/info')],
  ['path parameter at the end', head(`${PATH};jsessionid=1`)],
  ['encoded NUL', head(`${PATH}%00`)],
  ['encoded line break', head('/wps/member%0d%0ainfo')],
  ['encoded line break in the query', head(`${PATH}?a=%0d%0aX: y`)],
  ['encoded line break in the query, clean otherwise', head(`${PATH}?a=%0d%0aX`)],
  ['broken escape', head(`${PATH}?a=%zz`)],
  ['cut escape', head(`${PATH}?a=%2`)],
  ['quote', head(`${PATH}?a="x"`)],
  ['angle bracket', head(`${PATH}?<script>`)],
  ['bytes outside of ASCII', head('/wps/m\xe9mber/info')],
  ['tab in the target', head('/wps/member/info\t?x')],
  ['space in the target', head('/wps/member/info x')],
  ['endless target', head(`${PATH}?a=${'x'.repeat(5000)}`)],
  ['two hosts', withHosts('site.example', 'other.example')],
  ['the same host twice', withHosts('site.example', 'site.example')],
  ['no host', withHosts()],
  ['empty host', withHosts('')],
  ['host with a path', withHosts('site.example/x')],
  ['host with a user', withHosts('user@site.example')],
  ['host with a space', withHosts('site.example other')],
  ['host list', withHosts('site.example, other.example')],
  ['header name with an underscore', head(PATH, ['X_Client_Address: 203.0.113.9'])],
  ['header name with a space', head(PATH, ['X-Client-Address : 203.0.113.9'])],
  ['folded header', head(PATH, ['X-A: 1', ' X-B: 2'])],
  ['bare line feed', `GET ${PATH} HTTP/1.1\nHost: site.example\nAuthorization: Bearer t\n\n`],
  ['both lengths', post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['two different lengths', post(['Content-Length: 2', 'Content-Length: 3'], '{}x')],
  ['two equal lengths', post(['Content-Length: 2', 'Content-Length: 2'], '{}')],
  ['length list', post(['Content-Length: 2, 2'], '{}')],
  ['signed length', post(['Content-Length: +2'], '{}')],
  ['two transfer codings', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n')],
  ['odd transfer coding', post(['Transfer-Encoding: xchunked'], '{}')],
  ['chunk extension', post(['Transfer-Encoding: chunked'], '2;a=b\r\n{}\r\n0\r\n\r\n')],
  ['wrong chunk size', post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
  ['old protocol without a version', `GET ${PATH}\r\n\r\n`],
  ['unknown protocol version', head(PATH, [], 'GET', 'HTTP/3.0')],
  ['unknown method', head(PATH, [], 'SPY')],
  ['trace', head(PATH, [], 'TRACE')],
];

describe('raw requests', () => {
  let under: TestPortal;
  beforeAll(async () => {
    under = await startTestPortal();
    // What the portal asks by itself at the start is not part of the test.
    under.upstream.seen.length = 0;
  });
  afterAll(() => under.close());

  it.each(UNCLEAN)('%s does not reach the upstream', async (_name, bytes) => {
    const answer = await under.raw(bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.1 [123]/);
    const reached = under.upstream.seen.filter(
      ({ url, method }) => url !== '/wps/system/status' && `${method} ${url}` !== 'GET /wps/system/whitelabel',
    );
    expect(reached).toEqual([]);
  });

  it('lets the clean request through, so that the ones above prove something', async () => {
    const answer = await under.raw(head(`${PATH}?a=%C3%A9&b=x+y|{z}`));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(under.upstream.of('member.info')).toHaveLength(1);
    under.upstream.seen.length = 0;
  });

  it('drops headers that Connection names and never forwards an upgrade', async () => {
    const answer = await under.raw(head(PATH, ['Connection: close, Authorization', 'Upgrade: websocket', 'TE: trailers', 'Keep-Alive: 1']));
    expect(answer).toMatch(/^HTTP\/1\.1 (200|401) /);
    for (const { headers } of under.upstream.of('member.info')) {
      expect(headers.upgrade ?? headers.te ?? headers['keep-alive']).toBeUndefined();
      expect(headers.connection).toBe('keep-alive');
    }
  });
});

describe('with a public address', () => {
  it('serves no other host', async () => {
    const under = await startTestPortal({ publicUrl: 'http://site.example' });
    try {
      expect(await under.raw(withHosts('site.example'))).toMatch(/^HTTP\/1\.1 200 /);
      expect(await under.raw(withHosts('other.example'))).toMatch(/^HTTP\/1\.1 421 /);
      expect(under.upstream.of('member.info')).toHaveLength(1);
    } finally {
      await under.close();
    }
  });
});
