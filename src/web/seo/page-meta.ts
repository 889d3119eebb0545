import type { MetaDescriptor } from 'react-router'

export type PageMeta = {
  title: string
  description: string
  /** A product whose card is shown when the page is shared; the shop's own where there is none. */
  productId?: string | undefined
  /** The page's own, if it is one of several at its path; without parameters unless given. */
  address?: string
  /** Results and errors are not for search engines. */
  isHidden?: boolean
}

type MetaArgs = {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  location: { pathname: string }
}

/** Made by scripts/share-images.ts. */
const SHARE_IMAGE = { width: '1200', height: '630' }

/** Title, description, canonical address and the card that shows when the page is shared. */
export function pageMeta(
  { matches, location }: MetaArgs,
  { title, description, productId = 'shop', address = location.pathname, isHidden = false }: PageMeta,
): MetaDescriptor[] {
  const origin = originOf(matches)
  const fullTitle = title.includes('Bloomera') ? title : `${title} | Bloomera`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: 'Bloomera' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${origin}/share/${productId}.jpg` },
    { property: 'og:image:width', content: SHARE_IMAGE.width },
    { property: 'og:image:height', content: SHARE_IMAGE.height },
    { name: 'twitter:card', content: 'summary_large_image' },
    // One "not found" page answers for every unknown address, so a hidden page names none.
    ...(isHidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [
          { property: 'og:url', content: origin + address },
          { tagName: 'link' as const, rel: 'canonical', href: origin + address },
        ]),
  ]
}

function originOf(matches: MetaArgs['matches']): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  // The root loader always answers; only its failure screen has no data, and needs no address.
  return root && typeof root === 'object' && 'origin' in root ? String(root.origin) : ''
}
