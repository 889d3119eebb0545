import type { ReactNode } from 'react'

/** The header of every screen, with its only h1. */
export function ScreenHead({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 wrap-anywhere">
        <h1>{title}</h1>
        {lead && <p className="mt-2 max-w-2xl text-soft">{lead}</p>}
      </div>
      {children}
    </header>
  )
}

/** Above the title of a subscreen. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mb-1 text-small">
      <a className="back-link" href={href}>
        {children}
      </a>
    </p>
  )
}

export function Panel({ title, children, id }: { title: string; children: ReactNode; id?: string }) {
  return (
    <section className="panel" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>
}
