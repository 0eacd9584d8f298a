import { sideOf } from '../../../../shared/rules/sign-in-side.ts';

/** The side, for forms without script. */
export function SideField({ next }: { readonly next: string | null }) {
  const { side } = sideOf(next);
  return side ? <input type="hidden" name="side" value={side} /> : null;
}
