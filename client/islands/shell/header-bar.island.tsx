import type { IslandContext } from '../../runtime/island.ts';
import type { HeaderBarProps } from './props.ts';

const loadMember = async () => (await import('./member-bar.tsx')).MemberBar;
const loadVisitor = async () => (await import('./visitor-bar.tsx')).VisitorBar;
let MemberBar = import.meta.env.SSR ? await loadMember() : undefined;
let VisitorBar = import.meta.env.SSR ? await loadVisitor() : undefined;

/** Visitor part of the header: log in and register, or balance and account. */
export default function HeaderBar(props: HeaderBarProps & IslandContext) {
  const { member } = props;
  if (member) return MemberBar && <MemberBar {...props} member={member} />;
  return VisitorBar && <VisitorBar {...props} />;
}

HeaderBar.prepare = async ({ member }: HeaderBarProps) => {
  if (member) MemberBar ??= await loadMember();
  else VisitorBar ??= await loadVisitor();
};
