export interface StreamEvent {
  readonly id: string;
  readonly data: string;
}

/** The events of a stream of server-sent events. Comments and unused fields are ignored. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function eventOf(block: string): StreamEvent | undefined {
  const field = (name: string) => block.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  const data = field('data');
  return data.length === 0 ? undefined : { id: field('id')[0] ?? '', data: data.join('\n') };
}
