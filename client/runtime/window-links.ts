/** Customer service opens in a separate window; without script or with blocked pop-ups it is a link. */
export function followWindowLinks(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-popup]');
    if (link && window.open(link.href, 'customer-service', 'popup,width=420,height=720')) event.preventDefault();
  });
}
