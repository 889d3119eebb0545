import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Panel, ScreenHead } from '#desk/ui/screen.tsx'
import type { PageLink } from '#domain/texts/page-links.ts'
import { textPage } from '#domain/texts/text-pages.ts'
import type { TextPageLine } from '#server/texts/texts.views.ts'

const GROUPS = [
  ['page', 'Pages'],
  ['email', 'Emails to customers'],
] as const

export function TextPages({ lines }: { lines: readonly (TextPageLine & { deadLinks: readonly PageLink[] })[] }) {
  return (
    <>
      <ScreenHead title="Pages" lead="The words of your pages and emails. What you don’t change stays as it is.">
        <a className="button button-quiet" href={deskPaths.textPictures()}>
          Pictures
        </a>
      </ScreenHead>
      <div className="panels">
        {GROUPS.map(([kind, title]) => (
          <Panel key={kind} title={title}>
            <ul className="lines">
              {lines
                .filter(({ key }) => textPage(key).kind === kind)
                .map((line) => (
                  <li key={line.key}>
                    <span className="min-w-0 wrap-anywhere">
                      <a className="underlined" href={deskPaths.texts(line.key)}>
                        {textPage(line.key).title}
                      </a>
                      {line.deadLinks.map(({ section, to }) => (
                        <span key={section + to} className="block text-small text-error">
                          Broken link in {section}: {to}
                        </span>
                      ))}
                    </span>
                    <Status line={line} />
                  </li>
                ))}
            </ul>
          </Panel>
        ))}
        <Panel title="Elsewhere">
          <ul className="lines">
            <li>
              <a className="underlined" href={deskPaths.policies()}>
                Policies
              </a>
              <span className="hint">Privacy, terms, shipping and returns</span>
            </li>
            <li>
              <a className="underlined" href={deskPaths.needs()}>
                Shop by Need
              </a>
              <span className="hint">The cards on the home page</span>
            </li>
            <li>
              <a className="underlined" href={deskPaths.banner()}>
                Banner
              </a>
              <span className="hint">The line above every page</span>
            </li>
          </ul>
        </Panel>
      </div>
    </>
  )
}

function Status({ line: { live, scheduled, hasDraft } }: { line: TextPageLine }) {
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {hasDraft && <span className="badge badge-low">Draft</span>}
      {scheduled && <span className="badge">Scheduled {shortDateTime(scheduled)}</span>}
      {live ? (
        <span className="badge badge-good">Changed {shortDateTime(live)}</span>
      ) : (
        <span className="hint">Original text</span>
      )}
    </span>
  )
}
