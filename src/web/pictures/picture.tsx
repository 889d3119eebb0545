import type { LinkDescriptor } from 'react-router'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import { pictureSource, pictureSources, renderedPicture } from './picture-addresses.ts'

/** Every picture has this width: enough for a cart line, which stores only the address. */
const SMALLEST_WIDTH = 160
/** Smallest first: a browser takes the first that it supports. */
const FORMATS = ['avif', 'webp'] as const

/** A rendered picture and its display width, as in the sizes attribute. */
export type Cut = { name: string; sizes: string }

/** The other side of the layout's only breakpoint, Tailwind's md. */
const NARROW = 'not all and (min-width: 48rem)'
const WIDE = '(min-width: 48rem)'

export type PictureProps = {
  name: string
  /** Replaces the rendered one. */
  uploaded?: UploadedPicture | undefined
  /** Display width, as in the sizes attribute. */
  sizes: string
  /** Another crop of the same scene, for narrow windows. */
  narrow?: Cut
  /** The main picture of the page: loaded first, not lazily. */
  isLead?: boolean
  /** Next to its own name a picture is decorative. */
  isDecoration?: boolean
  className?: string
}

/** A rendered picture in all its widths and formats; a plain surface of the same shape if there is none yet. */
export function Picture({
  name,
  uploaded,
  sizes,
  narrow,
  isLead = false,
  isDecoration = false,
  className = '',
}: PictureProps) {
  if (name.startsWith('/')) return <Thumbnail address={name} className={className} />
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
              srcSet={pictureSources(narrowEntry.address, narrowEntry.widths, format)}
              sizes={narrow.sizes}
              width={narrowEntry.width}
              height={narrowEntry.height}
            />
          ))}
        <source type="image/avif" srcSet={pictureSources(address, widths, 'avif')} sizes={sizes} />
        <img
          className="relative size-full object-cover"
          src={pictureSource(address, widths.at(-1) ?? 0, 'webp')}
          srcSet={pictureSources(address, widths, 'webp')}
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
      src={pictureSource(address, SMALLEST_WIDTH, 'webp')}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

/** Preloads the main picture of a page, in the crop that will be shown. */
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
  const imageSrcSet = pictureSources(entry.address, entry.widths, 'avif')
  // The router passes fetchPriority on, although its types don't list it.
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
