import { type ComponentType, Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { PATHS } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { closeModal, currentModal, type ModalRequest, onModalChange } from '../../runtime/modals.ts';
import type { EntryView, ModalHostProps, ModalName } from '../sign-in/props.ts';
import { isReady, loadDialogTexts, preparePart } from './dialog-parts.ts';
import { lazyPart } from './lazy-part.ts';
import type { ModalProps } from './modal.tsx';

// Dialogs opened by the server need their styles before their script.
import '../sign-in/auth.module.css';
import '../sign-in/entry.module.css';
import '../sign-in/parts/parts.module.css';
import './modals.module.css';
import '../../ui/dialog.module.css';

/** The dialog with its content and the texts of both, which few visitors need. */
const loadModal = async (name: ModalName) => {
  const [{ Modal }] = await Promise.all([import('./modal.tsx'), loadDialogTexts(), preparePart(name)]);
  return { default: Modal };
};
/** Loaded at the start if the server's HTML contains an open dialog, otherwise with the first dialog. */
let Modal: ComponentType<ModalProps> = import.meta.env.SSR
  ? (await loadModal('message')).default
  : lazyPart(() => loadModal(currentModal()?.name ?? 'message'));

/** The dialogs for short messages and for loading are reused. */
const REUSED: readonly ModalName[] = ['message', 'loading'];

/** All modals of the page, opened and closed by name, one at a time. Renders nothing without a request. */
export default function ModalHost(props: ModalHostProps & IslandContext) {
  const { request, visible, sequence } = useShown(useRequest(props.open));
  if (!request) return null;
  const fromServer = sequence === 0 && props.open !== null;
  return (
    <Suspense fallback={null}>
      <Modal
        key={REUSED.includes(request.name) ? 'reused' : sequence}
        {...props}
        request={request}
        visible={visible}
        fromServer={fromServer}
        onClose={() => close(fromServer)}
      />
    </Suspense>
  );
}

ModalHost.prepare = async ({ open }: ModalHostProps) => {
  if (open) Modal = (await loadModal(open)).default;
};

interface RequestState {
  readonly request: ModalRequest | null;
  readonly visible: boolean;
  readonly sequence: number;
}

/** A dialog stays until the content of the next one has loaded. All else is immediate: what closes must not be shown again. */
function useShown(wanted: RequestState): RequestState {
  const deferred = useDeferredValue(wanted);
  return wanted.visible && wanted.request !== null && !isReady(wanted.request.name) ? deferred : wanted;
}

/** The last request stays rendered while its dialog fades out. Each new request starts with fresh content. */
function useRequest(open: EntryView | null) {
  const first: ModalRequest | null = open ? { name: open } : null;
  const [initial] = useState(first);
  const requested = useSyncExternalStore(onModalChange, currentModal, () => null);
  const [state, setState] = useState({ request: initial, visible: initial !== null, sequence: 0, handled: null as ModalRequest | null });
  useEffect(() => {
    const leave = onModalChange(() => {
      if (currentModal() === null) setState((before) => ({ ...before, visible: false, handled: null }));
    });
    return () => void leave();
  }, []);
  if (requested !== null && requested !== state.handled) {
    const next = { request: requested, visible: true, sequence: state.sequence + 1, handled: requested };
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
