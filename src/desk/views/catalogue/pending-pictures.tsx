import { Action } from '#desk/ui/form-parts.tsx'
import type { PendingPicture } from '#server/catalogue/catalogue.views.ts'

type PendingPicturesProps = {
  uploads: readonly PendingPicture[]
  removePath: (id: string) => string
  mayEdit: boolean
}

/** Pictures that are being resized, and those that couldn't be. */
export function PendingPictures({ uploads, removePath, mayEdit }: PendingPicturesProps) {
  if (uploads.length === 0) return undefined
  return (
    <ul className="lines mt-4">
      {uploads.map(({ id, fileName, problem }) => (
        <li key={id}>
          <span className="min-w-0 wrap-anywhere">
            {fileName}
            {problem === undefined ? (
              <span className="hint block">Resizing. It’ll appear here on its own.</span>
            ) : (
              <span className="block text-small text-error">{problem}</span>
            )}
          </span>
          {mayEdit && (
            <Action action={removePath(id)} label={problem === undefined ? 'Cancel' : 'Dismiss'} kind="button-plain">
              <span className="sr-only">{fileName}</span>
            </Action>
          )}
        </li>
      ))}
    </ul>
  )
}
