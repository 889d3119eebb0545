import { isEmailAddress } from '#contract/email-address.ts'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { withCount } from '#domain/catalogue/collections.ts'
import { pictureOf, type ProductDetail, type ProductSummary } from '#domain/catalogue/product.ts'
import { basePriceCents, offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { shippingFor } from '#domain/money/pricing.ts'
import type { ShippingRate } from '#domain/money/rates.ts'
import { shippingPolicy } from '#domain/money/shipping-sentences.ts'
import { POLICY_SLUGS } from '#domain/policies/policy.ts'
import { counted } from '#domain/time/display.ts'
import { type Document, xml } from '#server/platform/pages/cached-document.ts'
import { RATES, SETTINGS, TEXTS, TODAY } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import { toApiDocument } from './api-document.ts'
import type { Services } from './services.ts'

export type DocumentDeps = {
  services: Pick<Services, 'catalog' | 'collections' | 'policies' | 'rates' | 'reviews' | 'texts'>
  shop: ShopFacts
  /** An email address or a URL; the shop's email if there is none. */
  securityContact: string | undefined
  now: () => Date
}

type RenderDocument = (parts: DocumentDeps) => Promise<Document> | Document

const XML = 'application/xml; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** Every page worth indexing; not search results and errors. */
const SHOP_PAGES = [paths.home(), paths.shopAll()]
const READING_PAGES = [
  paths.skinFinder(),
  paths.compare(),
  paths.routineGuide(),
  paths.productGuide(),
  paths.ingredients(),
  paths.about(),
  paths.contact(),
  paths.ourReviews(),
  paths.accessibility(),
]

/** Pages get a lastmod only if their last change is known: search engines ignore dates that move without one. */
const sitemap: RenderDocument = async ({ services: { catalog, collections, policies, reviews, texts }, shop }) => {
  const [products, ingredients, linked, newest, published] = await Promise.all([
    catalog.listEditTimes(),
    catalog.listIngredientSlugs(),
    collections.listLinked(),
    reviews.newestDate(),
    Promise.all(POLICY_SLUGS.map((slug) => policies.publishedAt(slug))),
  ])
  const pages: [string, Date | undefined][] = [
    ...[...SHOP_PAGES, ...linked.map(({ slug }) => paths.collection(slug)), ...READING_PAGES].map(
      (address): [string, undefined] => [address, undefined],
    ),
    ...ingredients.toSorted().map((slug): [string, undefined] => [paths.ingredient(slug), undefined]),
    ...(texts.page('faq').words.questions.questions.length > 0
      ? [[paths.faq(), undefined] as [string, undefined]]
      : []),
    [paths.reviews(), newest],
    ...POLICY_SLUGS.map((slug, index): [string, Date | undefined] => [paths.policy(slug), published[index]]),
    ...[...products].flatMap(([id, editedAt]): [string, Date][] => [
      [paths.product(id), editedAt],
      [paths.productGuide(id), editedAt],
    ]),
  ]
  const urls = pages.map(([address, changedAt]) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${xml(shop.websiteUrl + address)}</loc>${lastmod}</url>`
  })
  return {
    contentType: XML,
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    tags: ['catalogue', 'policies', 'reviews', TEXTS],
  }
}

const robots: RenderDocument = ({ shop }) => ({
  contentType: TEXT,
  text: `User-agent: *\nDisallow: /api/\nDisallow: /functions/\nDisallow: /admin\nDisallow: /order\nDisallow: /*?search=\nDisallow: /*sort=\n\nSitemap: ${shop.websiteUrl}/sitemap.xml\n`,
  tags: [],
})

type FedProduct = ProductSummary & Pick<ProductDetail, 'gallery'>

/** Google accepts no more per item. */
const MAX_ADDITIONAL_PICTURES = 10

/** Google's product feed: one entry per size that can be bought. */
const merchantFeed: RenderDocument = async ({ services, shop }) => {
  const [products, galleries] = await Promise.all([services.catalog.listAll(), services.catalog.listGalleries()])
  const { shipping } = services.rates.current()
  const items = products.flatMap((summary) => {
    const product = { ...summary, gallery: galleries.get(summary.id) ?? [] }
    const sizes = offeredSizes(product.pricing)
    return sizes.length > 0
      ? sizes.map((size) => feedItem(shop.websiteUrl, product, size, shipping))
      : [feedItem(shop.websiteUrl, product, undefined, shipping)]
  })
  return {
    contentType: XML,
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Bloomera</title><link>${xml(shop.websiteUrl)}</link><description>Botanical skincare oils</description>\n${items.join('\n')}\n</channel></rss>\n`,
    tags: ['catalogue', RATES],
  }
}

function feedItem(origin: string, product: FedProduct, size: Size | undefined, shipping: ShippingRate): string {
  const cents = priceOf(product.pricing, size) ?? basePriceCents(product.pricing)
  const was = product.sale?.was[size ?? 'single']
  const [image, ...others] = feedPictures(product, size)
  const fields: [string, string][] = [
    ['g:id', size ? `${product.id}-${size}` : product.id],
    ['g:item_group_id', product.id],
    ['g:title', size ? `${product.name}, ${size}` : product.name],
    ['g:description', product.shortDescription],
    ['g:link', origin + paths.product(product.id, size)],
    ...(image === undefined ? [] : [['g:image_link', origin + image] as [string, string]]),
    ...others.map((other): [string, string] => ['g:additional_image_link', origin + other]),
    ['g:price', `${usd(was ?? cents)} USD`],
    ...(was === undefined ? [] : [['g:sale_price', `${usd(cents)} USD`] as [string, string]]),
    ['g:availability', isSoldOut(product, size) ? 'out_of_stock' : 'in_stock'],
    ['g:condition', 'new'],
    ['g:brand', 'Bloomera'],
    ['g:product_type', product.category],
    ...(size ? [['g:size', size] as [string, string]] : []),
    ['g:identifier_exists', 'no'],
  ]
  const shippingElement = `<g:shipping><g:country>US</g:country><g:price>${usd(shippingFor(cents, shipping))} USD</g:price></g:shipping>`
  return `<item>${fields.map(([name, value]) => `<${name}>${xml(value)}</${name}>`).join('')}${shippingElement}</item>`
}

/** The picture of the size first, then the others of the product. */
function feedPictures(product: FedProduct, size: Size | undefined): string[] {
  const shown = [pictureOf(product, size), ...product.gallery]
  const addresses = shown.flatMap((picture) => pictureUrl(picture, 1280) ?? [])
  return [...new Set(addresses)].slice(0, 1 + MAX_ADDITIONAL_PICTURES)
}

/** 5800 -> "58.00": machine-readable, without the currency sign. */
function usd(cents: number): string {
  return formatCents(cents).replaceAll(/[$,]/g, '')
}

/** The shop on one page of plain text, for language models. */
const llms: RenderDocument = async ({ services, shop }) => {
  const [products, collections] = await Promise.all([services.catalog.listAll(), services.collections.listLinked()])
  const { shipping } = services.rates.current()
  const shelves = collections.map(
    ({ slug, name, count, lead }) =>
      `- [${name}](${shop.websiteUrl}${paths.collection(slug)}): ${counted(count, 'oil')}. ${withCount(lead, count)}`,
  )
  const lines = products.map(
    (product) =>
      `- [${product.name}](${shop.websiteUrl}${paths.product(product.id)}): ${product.category}, from ${formatCents(lowestPrice(product))}. ${product.shortDescription}`,
  )
  return {
    contentType: TEXT,
    text: `# Bloomera

> Botanical skincare oils for face, body and hair, blended in small batches in Utah. Cosmetics, not medicine. Ships within the US. ${shippingPolicy(shipping)}

## Oils

${lines.join('\n')}

## Collections

${shelves.join('\n')}

## Reading

- [Ingredient Glossary](${shop.websiteUrl}${paths.ingredients()}): plants and the oils that hold them
- [Skin Finder](${shop.websiteUrl}${paths.skinFinder()}): four questions, and a routine of one to three oils
- [Compare](${shop.websiteUrl}${paths.compare()}): up to four oils side by side
- [Routine Guide](${shop.websiteUrl}${paths.routineGuide()}): six steps in order
- [Reviews](${shop.websiteUrl}${paths.reviews()}): moderated for abuse, never for opinion
- [Contact](${shop.websiteUrl}${paths.contact()}): ${shop.email}, ${shop.phone}
`,
    tags: ['catalogue', RATES, SETTINGS],
  }
}

function lowestPrice({ pricing }: ProductSummary): number {
  return Math.min(...offeredSizes(pricing).map((size) => priceOf(pricing, size) ?? Infinity), basePriceCents(pricing))
}

/** Global Privacy Control: honored by design, as nothing is sold or shared. */
const gpc: RenderDocument = () => ({
  contentType: 'application/json; charset=utf-8',
  text: `${JSON.stringify({ gpc: true, lastUpdate: '2026-11-15' })}\n`,
  tags: [],
})

const openApi: RenderDocument = ({ shop }) => ({
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(toApiDocument(shop.websiteUrl)),
  tags: [],
})

const SECURITY_TXT_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/** RFC 9116: where to report a vulnerability. Re-rendered every day, so it never expires while the shop runs. */
const securityTxt: RenderDocument = ({ shop, securityContact = shop.email, now }) => {
  const expires = new Date(Math.floor(now().getTime() / DAY_MS + SECURITY_TXT_DAYS) * DAY_MS)
  const contact = isEmailAddress(securityContact) ? `mailto:${securityContact}` : securityContact
  return {
    contentType: TEXT,
    text: [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${shop.websiteUrl}/.well-known/security.txt`,
      '',
    ].join('\n'),
    tags: [TODAY, SETTINGS],
  }
}

export const DOCUMENTS: Record<string, RenderDocument> = {
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
  '/feeds/google-merchant.xml': merchantFeed,
  '/llms.txt': llms,
  '/.well-known/gpc.json': gpc,
  '/.well-known/security.txt': securityTxt,
  '/api/openapi.json': openApi,
}
