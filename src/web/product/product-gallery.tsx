import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { type ProductDetail, pictureOf, type UploadedPicture } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import { pictureSource } from '#web/pictures/picture-addresses.ts'
import { Picture, WINDOW_WIDTH } from '#web/pictures/picture.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'

type ProductGalleryProps = { product: ProductDetail; size: Size | undefined }

const SIZES = `(min-width: 1312px) 600px, (min-width: 768px) 50vw, ${WINDOW_WIDTH}`

/**
 * A product's pictures, side by side in a strip that snaps. It's moved by swiping, with the arrow keys, or by the
 * thumbnails next to it, which are links and need no script. On a phone those are six dots at most.
 */
export function ProductGallery({ product, size }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState<number>()
  const lead = (pictureOf(product, size) ?? product.gallery[0])?.address
  // The first size shown determines the order while the page is open, so nothing jumps when another one is chosen.
  const [pictures] = useState(() => startingWith(lead, picturesOf(product)))
  const wanted = Math.max(
    pictures.findIndex(({ address }) => address === lead),
    0,
  )
  const before = useRef(wanted)

  useEffect(() => {
    if (before.current === wanted) return
    before.current = wanted
    scrollStrip(strip.current, wanted)
  }, [wanted])

  const current = pictures[shown] ?? pictures[0]
  if (!current) return <div className="gallery bg-linen" />

  function zoom(event: MouseEvent): void {
    // Opening in a new tab or downloading still works.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setZoomed(shown)
  }

  return (
    <section className={pictures.length > 1 ? 'gallery gallery-many' : 'gallery'} aria-label="Pictures">
      <ul
        className="gallery-strip"
        ref={strip}
        {...(pictures.length > 1 && {
          // Focusable, so that the arrow keys scroll it.
          tabIndex: 0,
          'aria-label': `${pictures.length} pictures of ${product.name}`,
        })}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {pictures.map((picture, index) => (
          <li key={picture.address} id={`picture-${index + 1}`}>
            <Picture
              className="size-full"
              picture={{ ...picture, alt: picture.alt || product.name }}
              sizes={SIZES}
              isLead={index === 0}
            />
          </li>
        ))}
      </ul>
      <a className="gallery-zoom" href={largestFile(current)} onClick={zoom}>
        <span className="sr-only">Zoom in</span>
        <Icon name="enlarge" />
      </a>
      {pictures.length > 1 && (
        <ol className="gallery-thumbs">
          {pictures.map((picture, index) => (
            <li key={picture.address}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={`Picture ${index + 1} of ${pictures.length}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  scrollStrip(strip.current, index)
                }}
              >
                <Picture className="aspect-4/5" picture={picture} sizes="72px" isDecoration />
              </a>
            </li>
          ))}
        </ol>
      )}
      <LazyPart
        occasion={zoomed === undefined ? '' : 'zoom'}
        load={async () => (await import('./picture-zoom.tsx')).PictureZoom}
        onFailed={() => location.assign(largestFile(current))}
        props={
          zoomed === undefined
            ? undefined
            : { name: product.name, pictures, first: zoomed, onClose: () => setZoomed(undefined) }
        }
      />
    </section>
  )
}

/** Its gallery, or the one picture rendered under its id. */
function picturesOf({ gallery, picture }: ProductDetail): readonly UploadedPicture[] {
  return gallery.length > 0 ? gallery : picture ? [picture] : []
}

function largestFile({ address, widths }: UploadedPicture): string {
  return pictureSource(address, widths.at(-1) ?? 0, 'webp')
}

function scrollStrip(strip: HTMLElement | null, index: number): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  strip?.scrollTo({ left: index * strip.clientWidth, behavior })
}

function startingWith(lead: string | undefined, gallery: readonly UploadedPicture[]): readonly UploadedPicture[] {
  const first = gallery.filter(({ address }) => address === lead)
  return [...first, ...gallery.filter(({ address }) => address !== lead)]
}
