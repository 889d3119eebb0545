import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { pageContext } from './context.ts'

/** Draws the whole page before it answers: pages are cached and compressed whole, and their inline scripts hashed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(Buffer.concat(chunks), { status, headers }))
        done()
      },
    })
    const stream = renderToPipeableStream(<ServerRouter context={entryContext} url={request.url} />, {
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    })
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  context.get(pageContext).logError(error, new URL(request.url).pathname)
}
