import type { SecurityHeaders } from '#server/http/security-headers.ts'

/** A file to keep; what it holds is nobody else's business, so it is stored nowhere on the way. */
export function csvResponse(
  { forDesk }: SecurityHeaders,
  name: string,
  body: ReadableStream<Uint8Array> | string,
): Response {
  return new Response(body, {
    headers: {
      ...forDesk,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}
