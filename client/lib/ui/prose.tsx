import prose from '../../styles/prose.module.css';
import { classNames } from './class-names.ts';

/** Text with structure that an operator wrote. `html` has been cleaned by the portal's server. */
export function Prose({ html, className }: { readonly html: string; readonly className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned against a small allow-list before it gets here
  return <div className={classNames(prose.prose, className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
