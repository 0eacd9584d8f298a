import logo from './logo.module.css';

/** The mark is the brand's file; the name beside it is text. */
export function Logo({ brand }: { readonly brand: string }) {
  return (
    <a className={logo.logo} href="/index" aria-label={brand}>
      <img className={logo.mark} src="/brand/mark.svg" alt="" width={32} height={32} />
      <span className={logo.name}>{brand}</span>
    </a>
  );
}
