import { domainRoute } from '../../../../shared/api/system/contract.ts';
import { DomainRoutesPage } from '../../../../views/pages/domain-routes/domain-routes.tsx';
import { originOf } from '../../hosts/origins.ts';
import { callValue } from '../call-value.ts';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';

/** `/routes`: the addresses of the site with the platform's measurements, fastest first; the browser adds its own. */
export async function domainRoutesPage({ upstream, visitor, context }: VisitorInput): Promise<PageView> {
  const { domainList } = await callValue(upstream, domainRoute, {}, { ...visitor, session: null });
  const speeds = new Map<string, number | null>();
  for (const { url, speed } of domainList) {
    const origin = originOf(url.replace(/\/$/, ''));
    if (origin !== undefined) speeds.set(origin, speed);
  }
  const routes = [...speeds]
    .map(([url, speed]) => ({ url, host: new URL(url).host, speed }))
    .sort((a, b) => (a.speed ?? Number.POSITIVE_INFINITY) - (b.speed ?? Number.POSITIVE_INFINITY));
  return {
    status: 200,
    title: context.t('play.routesTitle'),
    entry: 'views/pages/domain-routes/domain-routes.tsx',
    islands: ['domain-routes'],
    connect: routes.map(({ url }) => url),
    body: <DomainRoutesPage context={context} routes={routes} />,
  };
}
