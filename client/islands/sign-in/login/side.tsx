/** A sign-in on the way to the agent centre is one on the agent side, where only agents can sign in; any other is on the members' side. */
export function sideOf(next: string | null): { readonly side?: 'agent' } {
  return next !== null && /^\/agent(?:[/?#]|$)/.test(next) ? { side: 'agent' } : {};
}

/** The side, for forms without script. */
export function SideField({ next }: { readonly next: string | null }) {
  const { side } = sideOf(next);
  return side ? <input type="hidden" name="side" value={side} /> : null;
}
