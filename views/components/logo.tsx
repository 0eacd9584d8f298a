import type { PageContext } from '../layouts/page-context.ts';
import logo from './logo.module.css';

interface LogoProps {
  readonly brand: string;
  readonly logo: PageContext['logo'];
}

/** The mark is the brand's file; the name next to it is text. A brand may have one picture for both. */
export function Logo({ brand, logo: picture }: LogoProps) {
  if (picture)
    return (
      <a className={logo.logo} href="/index" aria-label={brand}>
        <img className={logo.picture} src={picture.src} alt="" width={picture.width} height={picture.height} />
      </a>
    );
  return (
    <a className={logo.logo} href="/index" aria-label={brand}>
      <img className={logo.mark} src="/brand/mark.svg" alt="" width={32} height={32} />
      <span className={logo.name}>{brand}</span>
    </a>
  );
}
