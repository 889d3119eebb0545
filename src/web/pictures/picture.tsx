import type { MetaDescriptor } from 'react-router'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import { pictureSource, pictureSources } from './picture-addresses.ts'

/** Every picture has this width: enough for a cart line, which stores only the address. */
const SMALLEST_WIDTH = 160
/** Smallest first: a browser uses the first that it supports. */
const FORMATS = ['avif', 'webp'] as const

/** A picture and its display width, as in the sizes attribute. */
export type Cut = { picture: UploadedPicture | undefined; sizes: string }

/** As wide as the window, for `sizes`: 412 px at 1.75 are 721 pixels, and without the 1 px browsers take 960 instead of 720. */
export const WINDOW_WIDTH = 'calc(100vw - 1px)'

/** The other side of the layout's only breakpoint, Tailwind's md. */
const NARROW = 'not all and (min-width: 48rem)'
const WIDE = '(min-width: 48rem)'

export type PictureProps = Cut & {
  /** Another crop of the same scene, for narrow windows. */
  narrow?: Cut
  /** The main picture of the page: loaded first, not lazily. */
  isLead?: boolean
  /** Set for a picture next to its own name, which is decorative. */
  isDecoration?: boolean
  className?: string
}

/** A picture in all its widths and formats; a plain surface of the same shape if there is none. */
export function Picture({
  picture,
  sizes,
  narrow,
  isLead = false,
  isDecoration = false,
  className = '',
}: PictureProps) {
  if (!picture) return <div className={`bg-linen ${className}`} />
  const { address, width, height, widths, placeholder, alt } = picture
  const narrowPicture = narrow?.picture
  return (
    <div className={`relative overflow-hidden bg-linen ${className}`}>
      <picture>
        {narrowPicture && <source media={NARROW} srcSet={narrowPicture.placeholder} />}
        <img
          className="absolute inset-0 size-full scale-110 object-cover blur-lg"
          src={placeholder}
          alt=""
          width={width}
          height={height}
        />
      </picture>
      <picture>
        {narrowPicture &&
          FORMATS.map((format) => (
            <source
              key={format}
              media={NARROW}
              type={`image/${format}`}
              srcSet={pictureSources(narrowPicture.address, narrowPicture.widths, format)}
              sizes={narrow.sizes}
              width={narrowPicture.width}
              height={narrowPicture.height}
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

/** For a cart line, which only has its picture's address. */
export function Thumbnail({ address, className }: { address: string; className: string }) {
  // Older carts have a name instead, until they are repriced.
  if (!address.startsWith('/')) return <div className={`bg-linen ${className}`} />
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
export function picturePreload({ picture, sizes, narrow }: Cut & { narrow: Cut }): MetaDescriptor[] {
  return [...preload({ picture, sizes }, WIDE), ...preload(narrow, NARROW)]
}

function preload({ picture, sizes }: Cut, media: string): MetaDescriptor[] {
  if (!picture) return []
  const imageSrcSet = pictureSources(picture.address, picture.widths, 'avif')
  const link = {
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet,
    imageSizes: sizes,
    fetchPriority: 'high',
    media,
  } as const
  return [link]
}
