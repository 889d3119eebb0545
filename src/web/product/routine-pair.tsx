import { Link } from 'react-router'
import { guideLine, type ProductDetail, type ProductSummary } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { firstChoice, isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { shippingFor } from '#domain/money/pricing.ts'
import { freeShippingLine } from '#domain/money/shipping-sentences.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { RatingLine } from '#web/ui/stars.tsx'
import { useRates } from '#web/ui/use-rates.ts'
import { Price } from './price.tsx'

type Half = { product: ProductSummary; size: Size | undefined }

export type RoutinePairProps = {
  product: ProductDetail
  /** The one chosen above. */
  size: Size | undefined
  partner: ProductSummary
  isForMorning: boolean
}

/** The page's oil and one for the other time of day, with one total and one button. */
export function RoutinePair({ product, size, partner, isForMorning }: RoutinePairProps) {
  const own: Half = { product, size }
  const other: Half = { product: partner, size: firstChoice(partner) }
  const [morning, night] = isForMorning ? [own, other] : [other, own]
  return (
    <section className="mt-band bg-linen" aria-labelledby="routine">
      <div className="wrap py-[clamp(3rem,2rem+4vw,5.5rem)]">
        <p className="eyebrow">Pairs well with</p>
        <h2 className="mt-2 text-row" id="routine">
          A quiet routine of two
        </h2>
        <div className="routine mt-7">
          <RoutineHalf half={morning} when="Morning" />
          <span className="routine-plus" aria-hidden="true">
            +
          </span>
          <RoutineHalf half={night} when="Night" />
          <BothTogether halves={[morning, night]} />
        </div>
      </div>
    </section>
  )
}

function RoutineHalf({ half: { product, size }, when }: { half: Half; when: string }) {
  const info = size ?? (product.pricing.kind === 'single' ? product.pricing.info : undefined)
  return (
    <article>
      <Picture className="aspect-4/5" picture={product.picture} sizes="(min-width: 768px) 176px, 40vw" isDecoration />
      <div>
        <p className="text-small font-medium text-amber">{when}</p>
        <h3 className="mt-0.5 text-[1.5rem]">
          <Link className="hover:text-amber" to={paths.product(product.id)}>
            {product.name}
          </Link>
        </h3>
        <RatingLine className="mt-1" rating={product.rating} />
        <Marks {...product} />
        <p className="mt-2 text-small text-soft">{guideLine(product)}</p>
        <p className="routine-price">
          <span>{info}</span>
          <b>
            <Price product={product} size={size} />
          </b>
        </p>
      </div>
    </article>
  )
}

function BothTogether({ halves }: { halves: readonly Half[] }) {
  const { add } = useCart()
  const { shipping } = useRates()
  const sum = halves.reduce((cents, { product, size }) => cents + (priceOf(product.pricing, size) ?? 0), 0)
  const isMissing = halves.some(({ product, size }) => isSoldOut(product, size))

  function addBoth(): void {
    for (const { product, size } of halves) add(product, size)
  }

  return (
    <div className="routine-sum">
      <p className="text-small">Both together</p>
      <p className="display text-[2.4rem] lining-nums">{formatCents(sum)}</p>
      <p className="text-small text-soft">
        {shippingFor(sum, shipping) === 0 ? 'Ships free' : freeShippingLine({ cartCents: sum }, shipping).text}
      </p>
      <button className="button mt-4 w-full py-4" type="button" disabled={isMissing} onClick={addBoth}>
        {isMissing ? 'Sold Out' : 'Add both'}
      </button>
    </div>
  )
}
