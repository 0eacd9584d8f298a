import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { ModalHostProps } from '../lib/island-props.ts';
import type { ModalProps } from '../lib/modals/modal.tsx';
import { MODAL_TEXTS } from '../lib/modals/texts.ts';
import { PATHS } from '../lib/paths.ts';
import type { IslandContext } from '../runtime/island.ts';
import { closeModal, currentModal, type ModalRequest, onModalChange } from '../runtime/modals.ts';

// Dialogs that the server has open need their look before their script.
import '../lib/auth/auth.module.css';
import '../lib/modals/modals.module.css';
import '../lib/ui/dialog.module.css';

export const texts = MODAL_TEXTS;

const loadModal = async () => ({ default: (await import('../lib/modals/modal.tsx')).Modal });
/** There from the start where a dialog is open in the server's HTML, else loaded with the first one. */
let Modal: ComponentType<ModalProps> = import.meta.env.SSR ? (await loadModal()).default : lazy(loadModal);

/** All modals of the page, opened and closed by name, one at a time. Renders nothing until one is asked for. */
export default function ModalHost(props: ModalHostProps & IslandContext) {
  const { request, shown, turn } = useRequest(props.open);
  if (!request) return null;
  const fromServer = turn === 0 && props.open !== null;
  return (
    <Suspense fallback={null}>
      <Modal key={turn} {...props} request={request} shown={shown} fromServer={fromServer} onClose={() => close(fromServer)} />
    </Suspense>
  );
}

ModalHost.prepare = async ({ open }: ModalHostProps) => {
  if (open) Modal = (await loadModal()).default;
};

/** The last request stays rendered while its dialog fades out; each new one starts with fresh content. */
function useRequest(open: ModalHostProps['open']) {
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
  // The sign-in page without its dialog is the home page.
  if (fromServer) history.replaceState(null, '', PATHS.home);
}
