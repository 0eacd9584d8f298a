import { DOWN_APPS, DownPage } from '../../../../views/pages/web-app/down.tsx';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';

/** Download page of the app, for one kind of device at a time (`?app=`). */
export function downPage(path: string) {
  return async ({ context, query }: LoadInput): Promise<PageView> => {
    const wanted = query.get('app');
    const app = DOWN_APPS.find((known) => known === wanted) ?? 'android';
    const { t } = context;
    return {
      status: 200,
      title: t('pages.downTitle'),
      description: t('pages.downText'),
      entry: 'views/pages/web-app/down.tsx',
      islands: ['install-app'],
      noIndex: path !== '/down',
      unbounded: wanted !== null && wanted !== app,
      body: <DownPage context={context} path={path} app={app} />,
    };
  };
}
