import type { OrderView } from '#contract/order-view.ts'
import { longDate } from '#domain/time/display.ts'
import { Picture } from '#web/pictures/picture.tsx'

export type OrderHeroProps = { order: OrderView; title: string; text: string }

/** Their bottles, and where the order is. */
export function OrderHero({ order, title, text }: OrderHeroProps) {
  const bottles = order.lines
    .filter(({ productId }, index) => order.lines.findIndex((line) => line.productId === productId) === index)
    .slice(0, 2)
  return (
    <div className="bg-linen md:grid md:grid-cols-[1fr_auto]">
      <div className="order-hero-words">
        <p className="eyebrow">Ordered {longDate(new Date(order.placedAt))}</p>
        <h1 className="mt-3">{title}</h1>
        <p className="mt-4 max-w-lg text-lead text-bark" role="status">
          {text}
        </p>
        <p className="mt-6">
          <span className="text-soft">Order number</span>{' '}
          <b className="font-medium tracking-[0.04em] whitespace-nowrap select-all">{order.number}</b>
        </p>
      </div>
      <div className="flex justify-center print:hidden">
        {bottles.map(({ productId, picture }) => (
          <Picture
            className="aspect-4/5 w-1/2 md:w-[clamp(11rem,25vw,20rem)]"
            picture={picture ?? undefined}
            sizes="(min-width: 48rem) 20rem, 50vw"
            isDecoration
            key={productId}
          />
        ))}
      </div>
    </div>
  )
}
