let channel: BroadcastChannel | undefined;
/** One per page: a channel receives messages of every other channel with its name, including those of the same page. */
const sessionChannel = () => (channel ??= new BroadcastChannel('lagoon-session'));

interface PageMember {
  readonly account: string;
  readonly type: number;
}

/** Member that this page was rendered for; null for visitors. The header bar holds it on every page that has one. */
export function pageMember(): PageMember | null {
  const props = document.querySelector('lagoon-island[name="header-bar"]')?.getAttribute('props');
  return props ? (JSON.parse(props) as { member: PageMember | null }).member : null;
}

export function pageAccount(): string | null {
  return pageMember()?.account ?? null;
}

/** Notifies the other tabs of the signed-in account. */
export function announceSession(account: string | null): void {
  sessionChannel().postMessage({ account });
}

/** Reloads a tab that was rendered for another account. */
export function followSession(): void {
  sessionChannel().onmessage = (event: MessageEvent<{ account: string | null }>) => {
    if (event.data.account !== pageAccount()) location.reload();
  };
}
