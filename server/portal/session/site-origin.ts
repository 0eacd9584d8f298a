const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const PORT = /:(\d{1,5})$/;

/**
 * Scheme and host under which the player sees the site, for links in messages and for passkeys. Without a public address
 * only a host of this machine is believed: any other name in `Host` was chosen by whoever sent the request, and a link
 * with that name would go to them.
 */
export function siteOriginOf(publicOrigin: string | undefined, host: string | undefined): string {
  if (publicOrigin !== undefined) return publicOrigin;
  if (host !== undefined && LOCAL_HOST.test(host)) return `http://${host.toLowerCase()}`;
  const port = host === undefined ? undefined : PORT.exec(host)?.[1];
  return port === undefined ? 'http://localhost' : `http://localhost:${port}`;
}
