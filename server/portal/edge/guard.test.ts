import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenLocally } from '../../net/test-server.ts';
import { sendRaw, startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { startTinyUpstream } from '../testing/tiny-upstream.ts';

const PATH = '/wps/member/info';
const head = (target: string, lines: readonly string[] = [], method = 'GET', version = 'HTTP/1.1') =>
  [`${method} ${target} ${version}`, 'Host: site.example', 'Authorization: Bearer t', ...lines, '', ''].join('\r\n');
const withHosts = (...hosts: string[]) =>
  [`GET ${PATH} HTTP/1.1`, 'Authorization: Bearer t', ...hosts.map((host) => `Host: ${host}`), '', ''].join('\r\n');
const post = (lines: readonly string[], body: string) =>
  head('/wps/session/login', ['Content-Type: application/json', ...lines], 'POST') + body;

/** Requests that one server may parse differently from the next. None may reach the upstream in any form. */
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
  ['too long target', head(`${PATH}?a=${'x'.repeat(5000)}`)],
  ['two hosts', withHosts('site.example', 'other.example')],
  ['the same host twice', withHosts('site.example', 'site.example')],
  ['no host', withHosts()],
  ['empty host', withHosts('')],
  ['host with a path', withHosts('site.example/x')],
  ['host with a user', withHosts('user@site.example')],
  ['host with a space', withHosts('site.example other')],
  ['host list', withHosts('site.example, other.example')],
  ['host with two ports', withHosts('site.example:80:81')],
  ['host with too long a port', withHosts('site.example:8000000')],
  ['host with a port of letters', withHosts('site.example:x')],
  ['host with an underscore', withHosts('site_a.example')],
  ['host in escapes', withHosts('site%2eexample')],
  ['host with a tab and a second one', withHosts('site.example\tother.example')],
  ['host folded', withHosts('site.example\r\n other.example')],
  ['no host, old protocol', `GET ${PATH} HTTP/1.0\r\nAuthorization: Bearer t\r\n\r\n`],
  ['user in the absolute form', head(`http://user@site.example${PATH}`)],
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
  ['unknown transfer coding', post(['Transfer-Encoding: xchunked'], '{}')],
  ['coding in a list', post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
  ['coding with a space before the colon', post(['Transfer-Encoding : chunked', 'Content-Length: 2'], '{}')],
  ['coding with a vertical tab', post(['Transfer-Encoding: \x0bchunked'], '0\r\n\r\n')],
  ['folded coding', post(['Transfer-Encoding:', ' chunked'], '0\r\n\r\n')],
  ['length in hexadecimal', post(['Content-Length: 0x2'], '{}')],
  ['negative length', post(['Content-Length: -2'], '{}')],
  ['body of a GET', `${head(PATH, ['Content-Length: 4'])}a=1 `],
  ['a request as the body of a GET', head(PATH, [`Content-Length: ${head('/wps/admin').length}`]) + head('/wps/admin')],
  ['chunked body of a GET', `${head(PATH, ['Transfer-Encoding: chunked'])}2\r\n{}\r\n0\r\n\r\n`],
  ['NUL in a header', head(PATH, ['X-A: a\0b'])],
  ['carriage return alone in a header', head(PATH, ['X-A: a\rX-B: b'])],
  ['header line without a colon', head(PATH, ['X-A'])],
  ['header without a name', head(PATH, [': x'])],
  ['too long headers', head(PATH, [`X-A: ${'x'.repeat(20_000)}`])],
  [
    'too many headers',
    head(
      PATH,
      Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`),
    ),
  ],
  ['impossible expectation', head(PATH, ['Expect: 200-ok'])],
  ['encoded slash behind dots', head('/wps/..%2fadmin')],
  ['overlong dots', head('/wps/%c0%ae%c0%ae/admin')],
  ['chunk extension', post(['Transfer-Encoding: chunked'], '2;a=b\r\n{}\r\n0\r\n\r\n')],
  ['wrong chunk size', post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
  ['old protocol without a version', `GET ${PATH}\r\n\r\n`],
  ['unknown protocol version', head(PATH, [], 'GET', 'HTTP/3.0')],
  ['unknown method', head(PATH, [], 'SPY')],
  ['trace', head(PATH, [], 'TRACE')],
];

/** Requests that are served after cleaning: forged routing headers are not passed on. */
const CLEANED: readonly (readonly [string, string])[] = [
  ['X-Forwarded-For: 203.0.113.9', 'x-forwarded-for'],
  ['X-Forwarded-Host: other.example', 'x-forwarded-host'],
  ['X-Forwarded-Proto: https', 'x-forwarded-proto'],
  ['Forwarded: for=203.0.113.9;host=other.example', 'forwarded'],
  ['X-Real-IP: 203.0.113.9', 'x-real-ip'],
  ['True-Client-IP: 203.0.113.9', 'true-client-ip'],
  ['CF-Connecting-IP: 203.0.113.9', 'cf-connecting-ip'],
  ['X-Original-URL: /admin', 'x-original-url'],
  ['X-Rewrite-URL: /admin', 'x-rewrite-url'],
  ['X-HTTP-Method-Override: DELETE', 'x-http-method-override'],
  ['Proxy-Authorization: Basic x', 'proxy-authorization'],
  ['Expect: 100-continue', 'expect'],
  ['Range: bytes=0-1', 'range'],
  ['Cookie: session=x', 'cookie'],
  ['Upgrade: h2c', 'upgrade'],
  ['HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA', 'http2-settings'],
];

describe('raw requests', () => {
  let under: TestPortal;
  beforeAll(async () => {
    under = await startTestPortal();
    // Requests of the portal itself at the start are not part of the test.
    under.upstream.received.length = 0;
  });
  afterAll(() => under.close());

  it.each(UNCLEAN)('%s does not reach the upstream', async (_name, bytes) => {
    const answer = await under.raw(bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.1 [123]/);
    const reached = under.upstream.received.filter(
      ({ url, method }) => url !== '/wps/system/status' && `${method} ${url}` !== 'GET /wps/system/whitelabel',
    );
    expect(reached).toEqual([]);
  });

  it.each(CLEANED)('%s is refused', async (line, name) => {
    under.upstream.received.length = 0;
    expect(await under.raw(head(PATH, [line]))).toMatch(/^HTTP\/1\.1 (?:100 Continue\r\n\r\nHTTP\/1\.1 )?200 /);
    const [seen] = under.upstream.of('member.info');
    expect(seen?.headers[name]).toBeUndefined();
    expect(seen?.headers['x-client-address']).toBe('127.0.0.1');
    under.upstream.received.length = 0;
  });

  it('answers pipelined requests one by one', async () => {
    under.upstream.received.length = 0;
    const answer = await under.raw(head(PATH) + head('/wps/../admin') + head(PATH));
    // The second is refused and closes the connection.
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    const receivedUrls = under.upstream.received.map(({ url }) => url);
    expect(receivedUrls.filter((url) => !['/wps/system/status', '/wps/system/whitelabel'].includes(url))).toEqual([PATH]);
    under.upstream.received.length = 0;
  });

  it('would reach an upstream behind a proxy without the guard (control)', async () => {
    const upstream = await startTinyUpstream();
    const proxy = createProxyMiddleware({ target: upstream.url, pathFilter: '/' });
    const bare = createServer((request, response) => void proxy(request, response, () => response.end()));
    await listenLocally(bare);
    const { port } = bare.address() as AddressInfo;
    await Promise.all(UNCLEAN.map(([, bytes]) => sendRaw(port, bytes)));
    expect(upstream.received.length).toBeGreaterThanOrEqual(15);
    bare.closeAllConnections();
    await new Promise((resolve) => bare.close(resolve));
    await upstream.stop();
  });

  it('lets the clean request through (control)', async () => {
    const answer = await under.raw(head(`${PATH}?a=%C3%A9&b=x+y|{z}`));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(under.upstream.of('member.info')).toHaveLength(1);
    under.upstream.received.length = 0;
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
