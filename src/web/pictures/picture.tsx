import type { LinkDescriptor } from 'react-router'
import pictures from './pictures.json' with { type: 'json' }

type PictureEntry = {
  hash: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  alt: string
}

/** Made by scripts/pictures.ts from the masters in art/. */
const entries: Record<string, PictureEntry | undefined> = pictures

export type PictureProps = {
  name: string
  /** How wide the picture is shown, as in the sizes attribute. */
  sizes: string
  /** The one picture that leads its page: loaded first, not when it scrolls into view. */
  isLead?: boolean
  /** Beside its own name a picture is decoration. */
  isDecoration?: boolean
  className?: string
}

/** A rendered picture in every width and format it has; a quiet surface of the same shape where there is none yet. */
export function Picture({ name, sizes, isLead = false, isDecoration = false, className = '' }: PictureProps) {
  const entry = entries[name]
  if (!entry) return <div className={`bg-linen ${className}`} />
  const { hash, width, height, widths, placeholder, alt } = entry
  return (
    <div className={`relative overflow-hidden bg-linen ${className}`}>
      <img
        className="absolute inset-0 size-full scale-110 object-cover blur-lg"
        src={placeholder}
        alt=""
        width={width}
        height={height}
      />
      <picture>
        <source type="image/avif" srcSet={srcSet(name, hash, widths, 'avif')} sizes={sizes} />
        <img
          className="relative size-full object-cover"
          src={source(name, hash, widths.at(-1) ?? 0, 'webp')}
          srcSet={srcSet(name, hash, widths, 'webp')}
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

/** For the one picture that a page cannot be without: asked for with the page itself. */
export function picturePreload(name: string, sizes: string): LinkDescriptor[] {
  const entry = entries[name]
  if (!entry) return []
  const { hash, widths } = entry
  const imageSrcSet = srcSet(name, hash, widths, 'avif')
  // The router passes the priority on, although its types do not list it.
  const link = {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet,
    imageSizes: sizes,
    fetchPriority: 'high',
  } as const
  return [link]
}

/** For machines, which take one file. */
export function pictureUrl(name: string, wantedWidth: number): string | undefined {
  const entry = entries[name]
  if (!entry) return undefined
  const width = entry.widths.find((candidate) => candidate >= wantedWidth) ?? entry.widths.at(-1)
  return width === undefined ? undefined : source(name, entry.hash, width, 'webp')
}

function source(name: string, hash: string, width: number, format: string): string {
  return `/pictures/${name}-${hash}-${width}.${format}`
}

function srcSet(name: string, hash: string, widths: number[], format: string): string {
  return widths.map((width) => `${source(name, hash, width, format)} ${width}w`).join(', ')
}
