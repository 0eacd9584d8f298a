import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { EntryView, ModalHostProps, ModalName } from '../lib/auth/props.ts';
import { later } from '../lib/modals/later.ts';
import type { ModalProps } from '../lib/modals/modal.tsx';
import { PATHS } from '../lib/paths.ts';
import type { IslandContext } from '../runtime/island.ts';
import { closeModal, currentModal, type ModalRequest, onModalChange } from '../runtime/modals.ts';

// Dialogs opened by the server need their styles before their script.
import '../lib/auth/auth.module.css';
import '../lib/auth/entry.module.css';
import '../lib/auth/parts/parts.module.css';
import '../lib/modals/modals.module.css';
import '../lib/ui/dialog.module.css';

/** Texts of dialogs are loaded with the first dialog, not with every page. */
export const texts: readonly string[] = [];

const loadModal = async () => {
  const [{ Modal }, { loadTexts }] = await Promise.all([import('../lib/modals/modal.tsx'), import('../lib/modals/texts.ts')]);
  if (!import.meta.env.SSR) await loadTexts(document.documentElement.lang);
  return { default: Modal };
};
/** Loaded at the start if the server's HTML contains an open dialog, otherwise with the first dialog. */
let Modal: ComponentType<ModalProps> = import.meta.env.SSR ? (await loadModal()).default : later(loadModal);

/** The dialogs for short messages and for loading are reused. */
const REUSED: readonly ModalName[] = ['message', 'loading'];

/** All modals of the page, opened and closed by name, one at a time. Renders nothing without a request. */
export default function ModalHost(props: ModalHostProps & IslandContext) {
  const { request, shown, turn } = useRequest(props.open);
  if (!request) return null;
  const fromServer = turn === 0 && props.open !== null;
  return (
    <Suspense fallback={null}>
      <Modal
        key={REUSED.includes(request.name) ? 'reused' : turn}
        {...props}
        request={request}
        shown={shown}
        fromServer={fromServer}
        onClose={() => close(fromServer)}
      />
    </Suspense>
  );
}

ModalHost.prepare = async ({ open }: ModalHostProps) => {
  if (open) Modal = (await loadModal()).default;
};

/** The last request stays rendered while its dialog fades out. Each new request starts with fresh content. */
function useRequest(open: EntryView | null) {
  const first: ModalRequest | null = open ? { name: open } : null;
  const [initial] = useState(first);
  const asked = useSyncExternalStore(onModalChange, currentModal, () => null);
  const [state, setState] = useState({ request: initial, shown: initial !== null, turn: 0, seen: null as ModalRequest | null });
  useEffect(() => {
    const leave = onModalChange(() => {
      if (currentModal() === null) setState((before) => ({ ...before, shown: false, seen: null }));
    });
    return () => void leave();
  }, []);
  if (asked !== null && asked !== state.seen) {
    const next = { request: asked, shown: true, turn: state.turn + 1, seen: asked };
    setState(next);
    return next;
  }
  return state;
}

function close(fromServer: boolean): void {
  closeModal();
  // When its dialog closes, the sign-in page is the home page.
  if (fromServer) history.replaceState(null, '', PATHS.home);
}
