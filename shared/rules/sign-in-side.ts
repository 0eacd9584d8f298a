/** A sign-in on the way to the agent centre is one on the agent side, where only agents can sign in; any other is on the members' side. */
export function sideOf(next: string | null | undefined): { readonly side?: 'agent' } {
  return /^\/agent(?:[/?#]|$)/.test(next ?? '') ? { side: 'agent' } : {};
}
