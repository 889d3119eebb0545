import { deskPaths } from '#desk/desk-paths.ts'
import { ScreenHead } from '#desk/ui/screen.tsx'

export type GuideSection = {
  id: string
  title: string
  /** Rendered by micromark, which lets no raw HTML through. */
  html: string
}

/** docs/go-live.md, for an owner who has the desk and nothing else. */
export function GoLiveGuide({ title, sections }: { title: string; sections: readonly GuideSection[] }) {
  return (
    <>
      <p className="mb-3">
        <a className="underlined text-small" href={deskPaths.paymentSettings()}>
          Payments
        </a>
      </p>
      <ScreenHead title={title} />
      <div className="panels">
        {sections.map(({ id, title: name, html }) => (
          <section className="panel" key={id} id={id} aria-labelledby={`${id}-head`}>
            <h2 id={`${id}-head`}>{name}</h2>
            {/* oxlint-disable-next-line react/no-danger -- made by micromark on the server, which lets no raw HTML through */}
            <div className="policy-preview" dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        ))}
      </div>
    </>
  )
}
