import '../../../client/styles/index.css';
import type { DomainRouteView } from '../../../client/islands/notices/props.ts';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';

export interface DomainRoutesPageProps {
  readonly context: PageContext;
  readonly routes: readonly DomainRouteView[];
}

/** The addresses of the site and their response times. */
export function DomainRoutesPage({ context, routes }: DomainRoutesPageProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t('play.routesTitle')} />
      <div className={display.card}>
        {routes.length === 0 ? (
          <EmptyState icon="globe" title={t('play.routesNone')} />
        ) : (
          <Island name="domain-routes" hydrate="load" props={{ routes }} />
        )}
      </div>
    </Shell>
  );
}
