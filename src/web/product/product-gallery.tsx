import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { type ProductDetail, pictureOf } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import { Picture } from '#web/pictures/picture.tsx'

type ProductGalleryProps = { product: ProductDetail; size: Size | undefined }

const SIZES = '(min-width: 1312px) 640px, (min-width: 768px) 50vw, 100vw'
const FRAME = '-mx-gutter md:sticky md:top-4 md:mx-0'

/**
 * The pictures of a product, side by side in a strip that snaps: it is swiped, or moved with the arrow keys, or by the
 * small pictures below it, which are links and need no script.
 */
export function ProductGallery({ product, size }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const lead = (pictureOf(product, size) ?? product.gallery[0])?.address
  // The first size that is shown decides the order for as long as the page is open: nothing jumps when another is chosen.
  const [pictures] = useState(() => startingWith(lead, product.gallery))
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

  if (pictures.length < 2)
    return (
      <Picture className={`aspect-4/5 ${FRAME}`} name={product.id} uploaded={product.picture} sizes={SIZES} isLead />
    )

  function follow(event: MouseEvent, index: number): void {
    event.preventDefault()
    scrollStrip(strip.current, index)
  }

  return (
    <section className={FRAME} aria-label="Pictures">
      <ul
        className="gallery-strip"
        ref={strip}
        // Focusable, so that the arrow keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`${pictures.length} pictures of ${product.name}`}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {pictures.map((picture, index) => (
          <li key={picture.address} id={`picture-${index + 1}`}>
            <Picture
              className="aspect-4/5"
              name={product.id}
              uploaded={{ ...picture, alt: picture.alt || product.name }}
              sizes={SIZES}
              isLead={index === 0}
            />
          </li>
        ))}
      </ul>
      <ol className="gallery-thumbs">
        {pictures.map((picture, index) => (
          <li key={picture.address}>
            <a
              href={`#picture-${index + 1}`}
              aria-label={`Picture ${index + 1} of ${pictures.length}`}
              aria-current={index === shown ? 'true' : undefined}
              onClick={(event) => follow(event, index)}
            >
              <Picture className="aspect-4/5" name={product.id} uploaded={picture} sizes="64px" isDecoration />
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

function scrollStrip(strip: HTMLElement | null, index: number): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  strip?.scrollTo({ left: index * strip.clientWidth, behavior })
}

function startingWith(lead: string | undefined, gallery: ProductDetail['gallery']): ProductDetail['gallery'] {
  const first = gallery.filter(({ address }) => address === lead)
  return [...first, ...gallery.filter(({ address }) => address !== lead)]
}
