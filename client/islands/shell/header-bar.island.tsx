import type { IslandContext } from '../../runtime/island.ts';
import type { HeaderBarProps } from './props.ts';
import { VisitorBar } from './visitor-bar.tsx';

const loadMember = async () => (await import('./member-bar.tsx')).MemberBar;
let MemberBar = import.meta.env.SSR ? await loadMember() : undefined;

/** Visitor part of the header: log in and register, or balance and account. */
export default function HeaderBar(props: HeaderBarProps & IslandContext) {
  const { member } = props;
  if (member) return MemberBar && <MemberBar {...props} member={member} />;
  return <VisitorBar {...props} />;
}

HeaderBar.prepare = async ({ member }: HeaderBarProps) => {
  if (member) MemberBar ??= await loadMember();
};
