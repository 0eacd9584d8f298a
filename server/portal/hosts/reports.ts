import type { EdgeRequest, EdgeResponse, EdgeStage, Next } from '../edge/edge-stage.ts';
import { isSameSite } from '../session/csrf.ts';
import { KEYS } from '../throttle/keys.ts';
import type { Hosts } from './hosts.ts';

export const HOST_REPORT_PATH = '/hosts/trouble';

/**
 * `POST /hosts/trouble?origin=` from a page whose pictures or game failed to load. Counted once per address (IPv6: per network, because one
 * visitor has many addresses); answered without content.
 */
export function hostReports(
  hosts: Pick<Hosts, 'report'>,
  publicOrigin: string | undefined,
  count: (request: EdgeRequest, response: EdgeResponse, next: Next) => void,
): EdgeStage {
  return (request, response) => {
    response.locals.route = 'hosts';
    const end = (status: number) => void response.writeHead(status, { 'Cache-Control': 'no-store' }).end();
    if (!isSameSite(request, publicOrigin)) return end(403);
    count(request, response, () => {
      const reporter = KEYS.address(request, response);
      const origin = new URLSearchParams(request.url.split('?')[1]).get('origin');
      if (reporter !== undefined && origin !== null) hosts.report(origin, reporter);
      end(204);
    });
  };
}
