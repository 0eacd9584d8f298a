import { useEffect, useRef, useState } from 'react';
import type { UploadPurpose } from '../../../shared/api/upload-purposes.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { problemText } from '../../page/call.ts';
import { problemOf, sendPicture } from '../../page/send-picture.ts';

export interface Picture {
  /** Key in this list; the platform does not know it. */
  readonly key: number;
  readonly name: string;
  /** From 0 to 1 during the upload. */
  readonly progress: number;
  /** Set after the upload. */
  readonly id: string | null;
  readonly problem: string;
}

export interface Pictures {
  readonly list: readonly Picture[];
  readonly busy: boolean;
  add(files: readonly File[]): void;
  remove(key: number): void;
}

/** Pictures that are uploaded as soon as they are selected; `onChange` receives the ids of the uploaded ones. */
export function usePictures(
  t: Translate,
  purpose: UploadPurpose,
  maxPictures: number,
  onChange: (ids: readonly string[], busy: boolean) => void,
): Pictures {
  const [list, setList] = useState<readonly Picture[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  const busy = list.some(isUploading);
  const ids = list.flatMap(({ id }) => (id === null ? [] : [id])).join(' ');
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  useEffect(() => latestOnChange.current(ids === '' ? [] : ids.split(' '), busy), [ids, busy]);
  useEffect(() => () => running.current.forEach((one) => void one.abort()), []);

  const change = (key: number, changes: Partial<Picture>) =>
    setList((before) => before.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)));

  async function send(file: File, key: number): Promise<void> {
    const control = new AbortController();
    running.current.set(key, control);
    const sent = await sendPicture(file, purpose, (progress) => change(key, { progress }), control.signal);
    running.current.delete(key);
    change(key, 'id' in sent ? { id: sent.id, progress: 1 } : { problem: problemText(t, sent) });
  }

  return {
    list,
    busy,
    add(files) {
      const free = maxPictures - list.filter(({ problem }) => problem === '').length;
      const added = files.map((file, index): Picture & { file: File } => {
        const problem = index >= free ? 'errors.upload_too_many' : problemOf(file);
        next.current += 1;
        return { file, key: next.current, name: file.name, progress: 0, id: null, problem: problem ? t(problem) : '' };
      });
      // Failed pictures make room for new ones.
      setList((before) => [...before.filter(({ problem }) => problem === ''), ...added]);
      for (const { file, key, problem } of added) if (problem === '') void send(file, key);
    },
    remove(key) {
      running.current.get(key)?.abort();
      setList((before) => before.filter((picture) => picture.key !== key));
    },
  };
}

export function isUploading({ id, problem }: Picture): boolean {
  return id === null && problem === '';
}
