import type { LinkDescriptor } from 'react-router'
import type { ProductSummary, UploadedPicture } from '#domain/catalogue/product.ts'
import pictures from './pictures.json' with { type: 'json' }

type RenderedEntry = Omit<UploadedPicture, 'address'> & { hash: string }

/** Made by scripts/pictures.ts from the masters in art/. */
const entries: Record<string, RenderedEntry | undefined> = pictures
/** Every uploaded picture has it: enough for a line of the cart, which keeps nothing but the address. */
const SMALLEST_WIDTH = 160
/** The smaller first: a browser takes the first that it knows. */
const FORMATS = ['avif', 'webp'] as const

/** A rendered picture, and how wide it is shown, as in the sizes attribute. */
export type Cut = { name: string; sizes: string }

/** The other side of the layout's one breakpoint, Tailwind's md. */
const NARROW = 'not all and (min-width: 48rem)'
const WIDE = '(min-width: 48rem)'

export type PictureProps = {
  name: string
  /** Stands in for the rendered one. */
  uploaded?: UploadedPicture | undefined
  /** How wide the picture is shown, as in the sizes attribute. */
  sizes: string
  /** Another cut of the same scene, for windows too narrow for this one. */
  narrow?: Cut
  /** The one picture that leads its page: loaded first, not when it scrolls into view. */
  isLead?: boolean
  /** Beside its own name a picture is decoration. */
  isDecoration?: boolean
  className?: string
}

/** A rendered picture in every width and format it has; a quiet surface of the same shape where there is none yet. */
export function Picture({
  name,
  uploaded,
  sizes,
  narrow,
  isLead = false,
  isDecoration = false,
  className = '',
}: PictureProps) {
  if (name.startsWith('/uploads/')) return <Thumbnail address={name} className={className} />
  const entry = uploaded ?? renderedPicture(name)
  if (!entry) return <div className={`bg-linen ${className}`} />
  const { address, width, height, widths, placeholder, alt } = entry
  const narrowEntry = narrow && renderedPicture(narrow.name)
  return (
    <div className={`relative overflow-hidden bg-linen ${className}`}>
      <picture>
        {narrowEntry && <source media={NARROW} srcSet={narrowEntry.placeholder} />}
        <img
          className="absolute inset-0 size-full scale-110 object-cover blur-lg"
          src={placeholder}
          alt=""
          width={width}
          height={height}
        />
      </picture>
      <picture>
        {narrowEntry &&
          FORMATS.map((format) => (
            <source
              key={format}
              media={NARROW}
              type={`image/${format}`}
              srcSet={srcSet(narrowEntry.address, narrowEntry.widths, format)}
              sizes={narrow.sizes}
              width={narrowEntry.width}
              height={narrowEntry.height}
            />
          ))}
        <source type="image/avif" srcSet={srcSet(address, widths, 'avif')} sizes={sizes} />
        <img
          className="relative size-full object-cover"
          src={source(address, widths.at(-1) ?? 0, 'webp')}
          srcSet={srcSet(address, widths, 'webp')}
          sizes={sizes}
          width={width}
          height={height}
          alt={isDecoration ? '' : alt}
          loading={isLead ? 'eager' : 'lazy'}
          fetchPriority={isLead ? 'high' : 'auto'}
          decoding="async"
        />
      </picture>
    </div>
  )
}

function Thumbnail({ address, className }: { address: string; className: string }) {
  return (
    <img
      className={`w-full bg-linen object-cover ${className}`}
      src={source(address, SMALLEST_WIDTH, 'webp')}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

/** For the one picture that a page cannot be without: asked for with the page itself, in the cut that will be shown. */
export function picturePreload({
  name,
  sizes,
  narrow,
}: Pick<PictureProps, 'name' | 'sizes' | 'narrow'>): LinkDescriptor[] {
  if (!narrow) return preload({ name, sizes })
  return [...preload({ name, sizes }, WIDE), ...preload(narrow, NARROW)]
}

function preload({ name, sizes }: Cut, media?: string): LinkDescriptor[] {
  const entry = renderedPicture(name)
  if (!entry) return []
  const imageSrcSet = srcSet(entry.address, entry.widths, 'avif')
  // The router passes the priority on, although its types do not list it.
  const link = {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet,
    imageSizes: sizes,
    fetchPriority: 'high',
    ...(media && { media }),
  } as const
  return [link]
}

/** For machines, which take one file. */
export function pictureUrl(
  { id, picture }: Pick<ProductSummary, 'id' | 'picture'>,
  wantedWidth: number,
): string | undefined {
  const entry = picture ?? renderedPicture(id)
  if (!entry) return undefined
  const width = entry.widths.find((candidate) => candidate >= wantedWidth) ?? entry.widths.at(-1)
  return width === undefined ? undefined : source(entry.address, width, 'webp')
}

/** The card for shared links was made from the rendered picture; without that one, the shop's own card serves. */
export function shareCardOf({ id, picture }: Pick<ProductSummary, 'id' | 'picture'>): string | undefined {
  return picture || !entries[id] ? undefined : id
}

function renderedPicture(name: string): UploadedPicture | undefined {
  const entry = entries[name]
  return entry && { ...entry, address: `/pictures/${name}-${entry.hash}` }
}

function source(address: string, width: number, format: string): string {
  return `${address}-${width}.${format}`
}

function srcSet(address: string, widths: number[], format: string): string {
  return widths.map((width) => `${source(address, width, format)} ${width}w`).join(', ')
}
