import type { MetaDescriptor } from 'react-router'
import { pictureUrl } from '#web/pictures/picture.tsx'

export type PageMeta = {
  title: string
  description: string
  /** Name of a picture; the shop's own where a page has none. */
  picture?: string
  /** Results and errors are not for search engines. */
  isHidden?: boolean
}

type MetaArgs = {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  location: { pathname: string }
}

const OPEN_GRAPH_WIDTH = 960

/** Title, description, canonical address and the card that shows when the page is shared. */
export function pageMeta(
  { matches, location }: MetaArgs,
  { title, description, picture = 'hero', isHidden = false }: PageMeta,
): MetaDescriptor[] {
  const origin = originOf(matches)
  const fullTitle = title.includes('Bloomera') ? title : `${title} | Bloomera`
  const image = pictureUrl(picture, OPEN_GRAPH_WIDTH)
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: 'Bloomera' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + location.pathname },
    ...(image
      ? [
          { property: 'og:image', content: origin + image },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    isHidden
      ? { name: 'robots', content: 'noindex' }
      : { tagName: 'link', rel: 'canonical', href: origin + location.pathname },
  ]
}

function originOf(matches: MetaArgs['matches']): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  // The root loader always answers; only its failure screen has no data, and needs no address.
  return root && typeof root === 'object' && 'origin' in root ? String(root.origin) : ''
}
