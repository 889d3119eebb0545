import { pictureOf, type ProductDetail } from '#domain/catalogue/product.ts'
import { offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { shippingFor } from '#domain/money/pricing.ts'
import type { ShippingRate } from '#domain/money/rates.ts'
import { type StatedDelivery, transitOverall } from '#domain/orders/delivery-estimate.ts'
import type { ReturnTerms } from '#domain/orders/return-terms.ts'
import type { PublicReview } from '#domain/reviews/review.ts'
import { shopDay } from '#domain/time/display.ts'
import { paths } from '#web/paths.ts'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'

const IMAGE_WIDTH = 1280
const BUSINESS_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

export type ShopForMachines = {
  origin: string
  shipping: ShippingRate
  delivery: StatedDelivery | null
  /** True if the owner has published their own text about returns. */
  hasReturnPolicy: boolean
  /** The terms that the owner has confirmed. */
  returns: ReturnTerms | null
}

/** The product for search engines: the same prices, ratings and reviews that the page shows, and nothing it does not. */
export function productJsonLd(
  product: ProductDetail,
  reviews: readonly PublicReview[],
  shop: ShopForMachines,
): Record<string, unknown> {
  const { origin } = shop
  const sizes = offeredSizes(product.pricing)
  const image = pictureUrl(product.picture, IMAGE_WIDTH)
  const images = product.gallery.flatMap((picture) => pictureUrl(picture, IMAGE_WIDTH) ?? [])
  const imageOf = (size: Size) => pictureUrl(pictureOf(product, size), IMAGE_WIDTH)
  const common = {
    name: product.name,
    description: product.shortDescription,
    url: origin + paths.product(product.id),
    ...(image && { image: images.length > 1 ? images.map((each) => origin + each) : origin + image }),
    brand: { '@type': 'Brand', name: 'Bloomera' },
    category: product.category,
    ...ratings(product, reviews),
  }
  if (sizes.length === 0)
    return { '@type': 'Product', ...common, sku: product.id, offers: offer(product, undefined, shop) }
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: product.id,
    variesBy: ['https://schema.org/size'],
    hasVariant: sizes.map((size) => ({
      '@type': 'Product',
      name: `${product.name}, ${size}`,
      sku: `${product.id}-${size}`,
      size,
      ...(image && { image: origin + (imageOf(size) ?? image) }),
      description: product.shortDescription,
      offers: offer(product, size, shop),
    })),
  }
}

function offer(product: ProductDetail, size: Size | undefined, shop: ShopForMachines): Record<string, unknown> {
  const { origin, shipping, delivery } = shop
  const cents = priceOf(product.pricing, size) ?? 0
  const returns = returnPolicy(shop)
  return {
    '@type': 'Offer',
    url: origin + paths.product(product.id, size),
    price: dollars(cents),
    priceCurrency: 'USD',
    ...(product.sale?.units.includes(size ?? 'single') && { priceValidUntil: product.sale.endsAt.toISOString() }),
    availability: `https://schema.org/${isSoldOut(product, size) ? 'OutOfStock' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: dollars(shippingFor(cents, shipping)),
        currency: 'USD',
      },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
      ...(delivery && { deliveryTime: deliveryTime(delivery) }),
    },
    ...(returns && { hasMerchantReturnPolicy: returns }),
  }
}

function returnPolicy({ origin, returns, hasReturnPolicy }: ShopForMachines): Record<string, unknown> | undefined {
  const common = {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    merchantReturnLink: origin + paths.policy('shipping-returns'),
  }
  if (returns)
    return {
      ...common,
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: returns.days,
      returnMethod: 'https://schema.org/ReturnByMail',
      returnFees: `https://schema.org/${returns.shopPays ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
    }
  // For the owner's own text, we only link to it.
  return hasReturnPolicy
    ? { ...common, returnPolicyCategory: 'https://schema.org/MerchantReturnUnspecified' }
    : undefined
}

/** In days, not dates, so that it is true for as long as the page is cached. */
function deliveryTime({ handlingDays, transit }: StatedDelivery): Record<string, unknown> {
  const { from, to } = transitOverall(transit)
  return {
    '@type': 'ShippingDeliveryTime',
    businessDays: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: BUSINESS_DAYS.map((day) => `https://schema.org/${day}`),
    },
    handlingTime: days(0, handlingDays),
    transitTime: days(from, to),
  }
}

function days(minValue: number, maxValue: number): Record<string, unknown> {
  return { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' }
}

function ratings({ rating }: ProductDetail, reviews: readonly PublicReview[]): Record<string, unknown> {
  if (rating.count === 0) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average.toFixed(1),
      reviewCount: rating.count,
      bestRating: 5,
      worstRating: 1,
    },
    review: reviews.map(({ title, body, rating: stars, reviewer, date }) => ({
      '@type': 'Review',
      name: title,
      reviewBody: body,
      datePublished: shopDay(date),
      author: { '@type': 'Person', name: reviewer },
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
    })),
  }
}

function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
