/** Reads server-sent events to their end; `onChunk` is called for every chunk, also for heartbeats. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
  dispatch: (name: string, data: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onChunk();
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name !== undefined && data !== undefined) dispatch(name, JSON.parse(data));
    }
  }
}
