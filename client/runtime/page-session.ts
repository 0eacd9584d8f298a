let channel: BroadcastChannel | undefined;
/** One per page: a channel hears every other channel of its name, those of its own page too. */
const sessionChannel = () => (channel ??= new BroadcastChannel('lagoon-session'));

interface PageMember {
  readonly account: string;
  readonly type: number;
}

/** Member that this page was rendered for; null for visitors. The header bar carries it on every page that has one. */
export function pageMember(): PageMember | null {
  const props = document.querySelector('lagoon-island[name="header-bar"]')?.getAttribute('props');
  return props ? (JSON.parse(props) as { member: PageMember | null }).member : null;
}

export function pageAccount(): string | null {
  return pageMember()?.account ?? null;
}

/** Tells the other tabs who is signed in now. */
export function announceSession(account: string | null): void {
  sessionChannel().postMessage({ account });
}

/** A tab that shows another account than the browser now has is loaded anew. */
export function followSession(): void {
  sessionChannel().onmessage = (event: MessageEvent<{ account: string | null }>) => {
    if (event.data.account !== pageAccount()) location.reload();
  };
}
