/** Addresses of the portal that are neither pages nor calls. */

/** A page of notices as JSON, for their dialog. */
export const NOTICE_LIST_PATH = '/content/notices';
/** Addresses of the installable web app. */
export const WEB_APP_PATHS = {
  manifest: '/site.webmanifest',
  worker: '/sw.js',
  offline: '/offline',
  /** `/app/<name>.png`, `/app/qr-<app>.svg`. */
  files: '/app/',
} as const;
