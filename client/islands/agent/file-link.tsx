import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { toast } from '../../page/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { loadFile } from './load-file.ts';
import type { FileLinkProps } from './props.ts';

/** How often the number of lines changes on screen. */
const SHOWN_EVERY_MS = 500;

/**
 * A link to a file of all lines of a report. Without script the browser loads it. With script the link shows how many lines have arrived, can
 * be stopped, and a file that breaks off is not saved.
 */
export function FileLink({ t, url }: FileLinkProps & { readonly t: Translate }) {
  /** Lines that have arrived; undefined: nothing is being loaded. */
  const [lines, setLines] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function load(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setLines(0);
    let shownAt = performance.now();
    const show = (arrived: number) => {
      if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = performance.now();
      setLines(arrived);
    };
    try {
      const file = await loadFile(url, controller.signal, show);
      save(file.content, file.name);
      toast('done', t('records.csvSaved', { count: file.lines }));
    } catch {
      if (!controller.signal.aborted) toast('error', t('records.csvFailed'));
    } finally {
      if (!controller.signal.aborted) setLines(undefined);
    }
  }

  function start(event: MouseEvent): void {
    // Another tab, or a window of its own: the browser's business.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void load();
  }

  function stop(): void {
    running.current?.abort();
    setLines(undefined);
  }

  if (lines === undefined)
    return (
      <ButtonLink variant="ghost" dense icon="download" href={url} download onClick={start}>
        {t('records.csv')}
      </ButtonLink>
    );
  return (
    <Button variant="ghost" dense icon="x" onClick={stop}>
      {t('records.csvStop', { count: lines })}
    </Button>
  );
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
