import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { textPage } from '#domain/texts/text-pages.ts'
import type { TextsAtDesk, TextVersionLine } from '#server/texts/texts.views.ts'

type TextVersionsProps = { texts: TextsAtDesk; mayEdit: boolean; mayPublish: boolean }

const STATES = {
  draft: ['Draft', 'badge-low'],
  scheduled: ['Scheduled', ''],
  live: ['Live', 'badge-good'],
  old: ['Old', ''],
} as const

export function TextVersions({ texts, mayEdit, mayPublish }: TextVersionsProps) {
  const { key, versions, hasDraft } = texts
  const { title } = textPage(key)
  const replaces = hasDraft ? `Replace the draft of ${title} by this version?` : undefined
  return (
    <Panel title="Versions">
      <ul className="lines">
        {versions.map((version) => (
          <li key={version.id}>
            <VersionWords version={version} />
            {version.state === 'scheduled' && mayPublish && (
              <Action
                action={deskPaths.cancelTexts(key, version.id)}
                label="Cancel"
                confirm={`Cancel what goes live ${shortDateTime(version.at)}? Its words become the draft, unless there is one already.`}
              />
            )}
            {version.state === 'old' && mayEdit && (
              <Action action={deskPaths.restoreTexts(key, version.id)} label="Put back" confirm={replaces} />
            )}
          </li>
        ))}
        <li>
          <span>
            <span className={`badge ${texts.live ? '' : 'badge-good'}`}>{texts.live ? 'Old' : 'Live'}</span> Original
            text
          </span>
          {texts.live && mayEdit && <Action action={deskPaths.firstTexts(key)} label="Put back" confirm={replaces} />}
        </li>
      </ul>
    </Panel>
  )
}

function VersionWords({ version: { state, at, author, changes } }: { version: TextVersionLine }) {
  const [word, look] = STATES[state]
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className={`badge ${look}`}>{word}</span> {changes}
      <span className="hint block">
        {state === 'scheduled' ? 'Goes live' : state === 'draft' ? 'Saved' : 'Published'} {shortDateTime(at)}
        {author && `, ${author}`}
      </span>
    </span>
  )
}
