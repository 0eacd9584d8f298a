import { useEffect, useRef, useState } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import { Preview } from './preview.tsx';
import type { ContractPreviewProps } from './props.ts';

/** Follows the entries of the form that it is in. Without script the form has a button for it. */
export default function ContractPreview(props: ContractPreviewProps & IslandContext) {
  const ref = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState(props.fields);
  useEffect(() => {
    const form = ref.current?.closest('form');
    if (!form) return;
    const read = () => {
      const entries = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
      setFields(Object.fromEntries(entries));
    };
    // Entries made before, or restored by the browser.
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, []);
  return (
    <div ref={ref}>
      <Preview {...props} fields={fields} />
    </div>
  );
}
