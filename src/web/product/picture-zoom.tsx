import { useRef, useState, type KeyboardEvent } from 'react'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import { pictureSource, pictureSources } from '#web/pictures/picture-addresses.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useModalDialog } from '#web/ui/use-modal-dialog.ts'

export type PictureZoomProps = {
  name: string
  pictures: readonly UploadedPicture[]
  /** The one to start with. */
  first: number
  onClose: () => void
}

/** A picture as large as the window, and twice as large after a press; then it is scrolled in both directions. */
export function PictureZoom({ name, pictures, first, onClose }: PictureZoomProps) {
  const [shown, setShown] = useState(first)
  const [isNear, setIsNear] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  const dialog = useModalDialog(true, () => undefined)
  const picture = pictures[shown]
  if (!picture) return null

  function show(index: number): void {
    setShown(Math.min(Math.max(index, 0), pictures.length - 1))
    setIsNear(false)
  }

  function followArrow({ key }: KeyboardEvent): void {
    // While zoomed in, the arrow keys scroll.
    if (isNear) return
    if (key === 'ArrowLeft') show(shown - 1)
    if (key === 'ArrowRight') show(shown + 1)
  }

  function comeNear(): void {
    setIsNear(!isNear)
    // After layout, to keep the center in the center.
    requestAnimationFrame(() => {
      const { current } = view
      current?.scrollTo({
        left: (current.scrollWidth - current.clientWidth) / 2,
        top: (current.scrollHeight - current.clientHeight) / 2,
      })
    })
  }

  return (
    <dialog
      className="zoom"
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      onClose={onClose}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
      onKeyDown={followArrow}
    >
      <div className="zoom-view" ref={view}>
        <button
          className={isNear ? 'zoom-picture is-near' : 'zoom-picture'}
          type="button"
          aria-label={isNear ? 'Zoom out' : 'Zoom in closer'}
          onClick={comeNear}
        >
          <picture key={picture.address}>
            <source type="image/avif" srcSet={pictureSources(picture.address, picture.widths, 'avif')} sizes="100vw" />
            <img
              src={pictureSource(picture.address, picture.widths.at(-1) ?? 0, 'webp')}
              srcSet={pictureSources(picture.address, picture.widths, 'webp')}
              sizes="100vw"
              width={picture.width}
              height={picture.height}
              alt={picture.alt || name}
            />
          </picture>
        </button>
      </div>
      <button className="zoom-control zoom-close" type="button" onClick={() => dialog.current?.close()}>
        <span className="sr-only">Close</span>
        <Icon name="close" />
      </button>
      {pictures.length > 1 && (
        <div className="zoom-steps">
          <button className="zoom-control" type="button" disabled={shown === 0} onClick={() => show(shown - 1)}>
            <span className="sr-only">Previous picture</span>
            <Icon name="back" />
          </button>
          <p className="tabular-nums" role="status">
            <span className="sr-only">Picture </span>
            {shown + 1} / {pictures.length}
          </p>
          <button
            className="zoom-control"
            type="button"
            disabled={shown === pictures.length - 1}
            onClick={() => show(shown + 1)}
          >
            <span className="sr-only">Next picture</span>
            <Icon name="arrow" />
          </button>
        </div>
      )}
    </dialog>
  )
}
