/** True for the address of a page of the member or agent centre. */
export function isCentre(path: string): boolean {
  return /^\/(?:member|agent)\/./.test(path);
}
