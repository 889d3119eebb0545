import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { pageContext } from './context.ts'
import { ScriptNonce } from './frame/script-nonce.ts'

/** Renders the whole page before responding: pages are cached and compressed whole, and their inline scripts hashed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  routerContext: RouterContextProvider,
): Promise<Response> {
  const { scriptNonce: nonce, keepHtml } = routerContext.get(pageContext)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        keepHtml(Buffer.concat(chunks))
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(null, { status, headers }))
        done()
      },
    })
    const page = (
      <ScriptNonce value={nonce}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </ScriptNonce>
    )
    const stream = renderToPipeableStream(page, {
      nonce,
      // Otherwise React moves a long part to the end of the page and puts it back by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    })
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  context.get(pageContext).logError(error, new URL(request.url).pathname)
}
