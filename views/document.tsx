import type { ReactNode } from 'react';
import type { Theme } from '../shared/constants.ts';
import type { Language } from '../shared/i18n/languages.ts';

export interface DocumentProps {
  readonly language: Language;
  readonly theme: Theme;
  readonly title: string;
  readonly description: string;
  readonly styles: readonly string[];
  /** The island loader; undefined on pages without islands. */
  readonly script: string | undefined;
  readonly noIndex: boolean;
  /** Origin of the site, for the picture that other sites show with a link; default: a path. */
  readonly origin?: string;
  /** The same page in each language, for search engines; none with one language, or if the page is not indexed. */
  readonly alternates?: readonly { readonly language: string; readonly href: string }[];
  /** Time zone of displayed times. */
  readonly timeZone?: string;
  readonly imageHosts?: readonly string[];
  /** Prefix of the site's cookie names. */
  readonly cookiePrefix?: string;
  /** Whether tiles of games have a heart; default: yes. */
  readonly hearts?: boolean;
  readonly children: ReactNode;
}

const BASIC = 'plus-jakarta-sans-basic-wght-400-800';
const FONTS: Readonly<Record<string, readonly string[]>> = {
  VI: [BASIC, 'plus-jakarta-sans-latin-wght-400-800', 'plus-jakarta-sans-vietnamese-wght-normal'],
  TH: [BASIC, 'anuphan-thai-wght-normal'],
};
const THEME_COLOR: Record<Theme, string> = { dark: '#0a0e18', light: '#f8f5f1' };

/** The whole HTML document. Scripts and styles are files: it needs no nonce, so it can be cached. */
export function Document(props: DocumentProps) {
  const { language, theme } = props;
  return (
    <html
      lang={language.tag}
      dir={language.dir}
      data-theme={theme}
      data-images={props.imageHosts?.join(' ') || undefined}
      data-time-zone={props.timeZone}
      data-cookies={props.cookiePrefix}
      data-hearts={props.hearts === false ? 'none' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{props.title}</title>
        <meta name="description" content={props.description} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={props.title} />
        <meta property="og:description" content={props.description} />
        <meta property="og:image" content={`${props.origin ?? ''}/app/icon-512.png`} />
        {props.noIndex ? <meta name="robots" content="noindex" /> : null}
        {props.alternates?.map(({ language: tag, href }) => (
          <link key={tag} rel="alternate" hrefLang={tag} href={href} />
        ))}
        <meta name="theme-color" content={THEME_COLOR[theme]} />
        {(FONTS[language.code] ?? [BASIC]).map((font) => (
          <link key={font} rel="preload" href={`/fonts/${font}.woff2`} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {props.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {props.script ? <script type="module" src={props.script} /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/app/touch-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>{props.children}</body>
    </html>
  );
}
