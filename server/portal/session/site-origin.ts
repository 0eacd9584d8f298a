const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const PORT = /:(\d{1,5})$/;

/**
 * Scheme and host under which the player sees the site, for links in messages and for passkeys. Without a public address only a loopback
 * host is trusted: the sender chooses any other name in `Host`, and a link with that name would lead to the sender's site.
 */
export function siteOriginOf(publicOrigin: string | undefined, host: string | undefined): string {
  if (publicOrigin !== undefined) return publicOrigin;
  if (host !== undefined && LOCAL_HOST.test(host)) return `http://${host.toLowerCase()}`;
  const port = host === undefined ? undefined : PORT.exec(host)?.[1];
  return port === undefined ? 'http://localhost' : `http://localhost:${port}`;
}
