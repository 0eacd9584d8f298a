let claim: ((href: string) => boolean) | undefined;

/** A dialog that shows pages of its own takes their addresses; it returns false for all others. */
export function claimNavigation(take: (href: string) => boolean): void {
  claim = take;
}

/** Leaves for another page of the site, or shows it in the dialog that its page is open in. */
export function go(href: string): void {
  if (!claim?.(href)) location.assign(href);
}
