import { classNames } from './class-names.ts';
import prose from './prose.module.css';

/** Formatted text written by an operator. `html` has been sanitised by the portal's server. */
export function Prose({ html, className }: { readonly html: string; readonly className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server with a small allow-list
  return <div className={classNames(prose.prose, className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
