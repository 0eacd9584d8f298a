import type { ReactElement } from 'react';
import type { IslandName } from '../../../client/islands/island-props.ts';
import { ImageHost } from '../../../client/ui/image-host.ts';
import { isOpen } from '../../../views/components/member-entries.ts';
import { Document } from '../../../views/document.tsx';
import type { PageContext } from '../../../views/layouts/page-context.ts';
import { defined } from '../../kit/defined.ts';
import type { Assets } from '../render/assets.ts';
import { SHELL_ISLANDS } from './page-islands.ts';
import type { PageView } from './page-view.ts';

const LOADER = 'client/main.ts';

/** A page in its document, with the style sheets of its view and of all its islands, so that hydration causes no layout shift. */
export function documentOf(view: PageView, context: PageContext, assets: Assets, origin = ''): ReactElement {
  const own: readonly IslandName[] = context.gtagId === null ? SHELL_ISLANDS : [...SHELL_ISLANDS, 'consent-bar'];
  const title = view.title.includes(context.brand) ? view.title : `${view.title} · ${context.brand}`;
  return (
    <Document
      language={context.language}
      theme={context.theme}
      title={context.modal.form ? `${context.t('lobby.errorPrefix')} ${title}` : title}
      description={view.description ?? context.t('lobby.homeDescription', { brand: context.brand })}
      styles={assets.styles([view.entry], [...own, ...view.islands])}
      script={assets.script(LOADER)}
      noIndex={view.noIndex ?? false}
      origin={origin}
      alternates={view.noIndex ? [] : alternatesOf(context, origin)}
      {...defined({ timeZone: context.timeZone, cookiePrefix: context.cookiePrefix })}
      imageHosts={context.imageHosts}
      hearts={isOpen('hearts', context.features)}
    >
      <ImageHost value={context.imageHosts[0] ?? ''}>{view.body}</ImageHost>
    </Document>
  );
}

/** The page in each language of the site; the default is the browser's language. */
function alternatesOf({ here, languages }: Pick<PageContext, 'here' | 'languages'>, origin: string) {
  if (languages.length < 2) return [];
  const [path = '/', search] = here.split('?');
  const query = new URLSearchParams(search);
  query.delete('lang');
  const address = () => `${origin}${path}${query.size > 0 ? `?${query}` : ''}`;
  const plain = address();
  const own = languages.map(({ tag }) => {
    query.set('lang', tag);
    return { language: tag, href: address() };
  });
  return [...own, { language: 'x-default', href: plain }];
}
