import type { ProductDetail } from '#domain/catalogue/product.ts'
import { offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { shippingFor } from '#domain/money/pricing.ts'
import type { ShippingRate } from '#domain/money/rates.ts'
import type { PublicReview } from '#domain/reviews/review.ts'
import { paths } from '#web/paths.ts'
import { pictureUrl } from '#web/pictures/picture.tsx'

const IMAGE_WIDTH = 1280

/** The product for search engines: only the prices, ratings and reviews that the page shows. */
export function productJsonLd(
  product: ProductDetail,
  reviews: readonly PublicReview[],
  origin: string,
  shipping: ShippingRate,
): Record<string, unknown> {
  const sizes = offeredSizes(product.pricing)
  const image = pictureUrl(product, IMAGE_WIDTH)
  const common = {
    name: product.name,
    description: product.shortDescription,
    url: origin + paths.product(product.id),
    ...(image && { image: origin + image }),
    brand: { '@type': 'Brand', name: 'Bloomera' },
    category: product.category,
    ...ratings(product, reviews),
  }
  if (sizes.length === 0)
    return { '@type': 'Product', ...common, sku: product.id, offers: offer(product, undefined, origin, shipping) }
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
      ...(image && { image: origin + image }),
      description: product.shortDescription,
      offers: offer(product, size, origin, shipping),
    })),
  }
}

function offer(
  product: ProductDetail,
  size: Size | undefined,
  origin: string,
  shipping: ShippingRate,
): Record<string, unknown> {
  const cents = priceOf(product.pricing, size) ?? 0
  return {
    '@type': 'Offer',
    url: origin + paths.product(product.id, size),
    price: dollars(cents),
    priceCurrency: 'USD',
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
    },
    // The owner publishes the terms; until then this only links to where they will be.
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnUnspecified',
      merchantReturnLink: origin + paths.policy('shipping-returns'),
    },
  }
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
      datePublished: date.toISOString().slice(0, 10),
      author: { '@type': 'Person', name: reviewer },
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
    })),
  }
}

function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
