import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PRIVATE_HEADERS } from './private-headers.ts'
import type { SecurityHeaders } from './security-headers.ts'
import styles from '#web/styles/app.css?url'

/**
 * A page for a single visitor, such as one with their code. Router pages are cached and shared, so these are rendered
 * separately, without scripts, and never cached.
 */
export function PersonalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Bloomera`}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <header className="wrap py-4">
          <a className="display text-[2rem] tracking-[0.01em]" href="/">
            Bloomera
          </a>
        </header>
        <main className="wrap py-band text-center">{children}</main>
      </body>
    </html>
  )
}

export function personalPageResponse(
  element: ReactElement,
  { headers, status = 200, extra }: { headers: SecurityHeaders; status?: number; extra?: Record<string, string> },
): Response {
  return new Response(`<!doctype html>${renderToStaticMarkup(element)}`, {
    status,
    headers: {
      ...headers.forPage([]),
      'content-type': 'text/html; charset=utf-8',
      ...PRIVATE_HEADERS,
      ...extra,
    },
  })
}
