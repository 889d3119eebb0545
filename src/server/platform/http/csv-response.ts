import type { SecurityHeaders } from './security-headers.ts'

/** A CSV download, streamed while it is being read. It contains private data, so no cache may store it. */
export function csvFile(
  name: string,
  lines: Iterable<string> | AsyncIterable<string>,
  { forDesk }: SecurityHeaders,
): Response {
  const iterator = toAsync(lines)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await iterator.return()),
  })
  return new Response(body, {
    headers: {
      ...forDesk,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="bloomera-${name}.csv"`,
    },
  })
}

async function* toAsync(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* lines
}
