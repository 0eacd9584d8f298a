import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { joinSheets } from './server/tools/join-sheets.ts';
import { leanLoader } from './server/tools/lean-loader.ts';
import { leanPreload } from './server/tools/lean-preload.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Entries of the browser build. Islands are entries because pages name their files (`server/portal/render/island-html.ts`). Pages are entries for their style sheet only; their script is never loaded. */
const CLIENT_ENTRIES = [
  'client/main.ts',
  'client/plain-page.ts',
  'client/service-worker.ts',
  ...find('client/islands', '.island.tsx'),
  ...find('views/pages', '.tsx'),
  ...find('client/games', '-page.ts'),
];
/** The loader is one file, though islands share parts of it. */
const LOADER = /\/client\/(main\.ts|runtime\/(?!mount|island-root|text-keys))|vite\/preload-helper|\0rolldown/;
/**
 * What nearly every island uses, in one file: twenty small ones compress worse and make the loader's table of files long.
 * A module that imports something of the loader must stay out, or the loader would import the kit.
 */
const ISLAND_KIT =
  /\/nanostores\/|\/client\/(ui\/((controls|display|overlays)\.module\.css|image-host|picture-sizes|button|icon|class-names|menu-link|money)|page\/(use-atom|paths|toasts|session-ended)|islands\/sign-in\/(props|signed-in-note)|runtime\/(mount|island-root))/;
/** Of the kit what games use too: their pages would load React with the rest of it. Points and forms of amounts are on few pages. */
const WORDS_AND_MONEY = /\/shared\/(i18n\/translate|money\/(?!points|fee|typed-amount))/;
/** What islands ask the server, and what lists and forms are made of: an untouched page of a visitor needs none of it. A few KB, in one request. */
const ISLAND_CALLS =
  /\/shared\/(api\/(?!studio)[\w-]+\/calls|money\/(fee|typed-amount)|time\.ts|random-hex)|\/client\/(page\/(call|display-choices|site-time|images\/report-host)\.ts|ui\/(field|form-message|password-field|image\.tsx|empty-state)|islands\/sign-in\/parts\/use-hydrated)/;
/** What pop-ups share with dialogs: they need no React, so that the dialogs must not take it into their files. */
const POPUP_PARTS = /\/client\/(page\/popups\/popup-store|ui\/(drag|shift))/;
/** The visitor's part of the header, which members get when their session ends. */
const VISITOR_BAR = /\/client\/islands\/shell\/(visitor-bar|header-(sign-in|bar\.module))/;
/** The member's part of the header: balance, live events, inbox, the last round. Islands of members use its stores. */
const MEMBER =
  /\/client\/(page\/(balance|live\/(live|start)|centre\/follow-links)|islands\/(game-frame\/(last|open)-round\.|inbox\/|shell\/(member-bar|balance-capsule|at-vendors|hide-button)))/;
/** What forms of amounts have in common. */
const AMOUNT_FORMS = /\/client\/(page\/attempt|ui\/(amount-input|copy-button|upload\/)|islands\/deposit\/check-amount)/;
/** What the lobby of the lotteries shares with its page. */
const LOTTERY_PARTS = /\/client\/islands\/(lottery\/(balls|lottery-view)|games\/countdown)|\/shared\/rules\/prize-classes/;
/** The frame of every dialog with its sheets. */
const DIALOG_FRAME = /\/client\/(ui\/dialog\.(tsx|module\.css)|islands\/(modals\/modals|sign-in\/(auth|entry|parts\/parts))\.module\.css)/;
/** The dialogs that are opened by name. */
const MODAL = /\/client\/islands\/modals\/modal\.tsx/;
/** The sign-in, whose parts registration and reset use too. */
const SIGN_IN =
  /\/client\/(page\/next-path|islands\/sign-in\/(login-form|login\/|entry-(form|frame|tabs)|use-form|finish-sign-in|remembered-login|passkey|sms-code|plain-captcha|parts\/(browser-country|code-field|countries|country-list|hosted-widget|human-field|mobile-field|outbox-note|phone-|solve-challenge|use-(captcha|challenge|countdown|countries)|username-field|warning)))/;
/** Texts that every dialog loads (`client/islands/modals/texts.ts`): those of a language come together, in one file. */
const DIALOG_TEXTS = /\/shared\/i18n\/locales\/([A-Z]+)\/(?:auth|common|errors-forms|header-dialogs|verify)\.json$/;
/** Entries of the server build; each becomes `dist/server/<name>.js`. */
const SERVER_ENTRIES = {
  main: 'server/main.ts',
  embedded: 'server/embedded.ts',
  'pglite-worker': 'server/platform/base/db/pglite-worker.ts',
  audit: 'server/tools/audit.ts',
  backup: 'server/tools/backup.ts',
  geo: 'server/tools/geo.ts',
  merchant: 'server/tools/merchant.ts',
  move: 'server/tools/move.ts',
  operator: 'server/tools/operator.ts',
  restore: 'server/tools/restore.ts',
  'upstream-check': 'server/tools/upstream-check.ts',
  wages: 'server/tools/wages.ts',
  'demo-advance': 'server/tools/demo-advance.ts',
  'vendor-certify': 'server/tools/vendor-certify.ts',
  'payments-certify': 'server/tools/payments-certify.ts',
};

/**
 * Packages go into the server build: finding, reading and linking more than a thousand small files was half of a start. These
 * stay outside, for they have native parts, files or threads of their own, choose their code by the environment, or are
 * loaded by few services only.
 */
const NOT_BUNDLED = [
  '@electric-sql/pglite',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  '@node-rs/argon2',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  'fs-native-extensions',
  'geoip-lite',
  'ioredis',
  'nodemailer',
  'opentype.js',
  'pg',
  'pino',
  'react',
  'react-dom',
  'sharp',
  'svg-captcha',
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [leanPreload(), leanLoader(), joinSheets()])],
  ...(isSsrBuild && { ssr: { noExternal: true as const, external: NOT_BUNDLED } }),
  publicDir: 'client/public',
  css: { transformer: 'lightningcss' as const, lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  build: isSsrBuild
    ? {
        ssr: true,
        // Named in style sheets, so both builds look for its files; one of them copies them.
        copyPublicDir: false,
        outDir: 'dist/server',
        target: 'node20',
        minify: false,
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(SERVER_ENTRIES).map(([name, file]) => [name, at(file)])),
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        cssMinify: 'lightningcss' as const,
        modulePreload: { polyfill: false, resolveDependencies: (_file: string, needed: string[]) => needed.filter(isNamedAhead) },
        rolldownOptions: {
          input: CLIENT_ENTRIES.map(at),
          // A page whose exports were dropped would lose its style sheets with them.
          preserveEntrySignatures: 'allow-extension' as const,
          // Else the loader would fetch another file for one number.
          optimization: { inlineConst: { mode: 'all' as const, pass: 2 } },
          output: {
            // Pages name the files of their islands, so each character counts; the development server recognises them by their name.
            entryFileNames: ({ name }) => `assets/${name.replace(/(.+)\.island$/, 'island-$1')}-[hash:7].js`,
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'main', test: LOADER },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'words', test: WORDS_AND_MONEY },
                { name: 'kit', test: ISLAND_KIT },
                { name: 'calls', test: ISLAND_CALLS },
                { name: 'popup-parts', test: POPUP_PARTS },
                { name: 'visitor-bar', test: VISITOR_BAR },
                { name: 'member', test: MEMBER },
                { name: 'amount-forms', test: AMOUNT_FORMS },
                { name: 'lottery-parts', test: LOTTERY_PARTS },
                { name: 'dialog', test: DIALOG_FRAME },
                { name: 'modal', test: MODAL },
                { name: 'sign-in', test: SIGN_IN },
                { name: (id: string) => `texts-${DIALOG_TEXTS.exec(id)?.[1] ?? ''}`, test: DIALOG_TEXTS, debugName: 'texts' },
              ],
            },
          },
        },
      },
}));

/**
 * Files that the loader preloads with every island: those that every island needs. Small files shared by a few islands load
 * slightly later, which keeps the loader of every visitor short.
 */
function isNamedAhead(file: string): boolean {
  return /\/(?:react|kit|rolldown-runtime)-[\w-]+\.js$/.test(file);
}

function find(folder: string, ending: string): string[] {
  return readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`);
}
