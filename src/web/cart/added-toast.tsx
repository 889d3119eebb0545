import type { CartItem } from '#domain/cart/cart.ts'
import { formatCents } from '#domain/money/cents.ts'
import { Thumbnail } from '#web/pictures/picture.tsx'

export type AddedToastProps = {
  message: string
  item: Pick<CartItem, 'image' | 'price'> & { size?: string }
  onView: () => void
}

/** What was added to the cart, with a link to it. */
export function AddedToast({ message, item, onView }: AddedToastProps) {
  return (
    <div className="grid grid-cols-[56px_1fr] items-center gap-4">
      <Thumbnail className="h-17.5" address={item.image} />
      <div>
        <p className="font-medium">{message}</p>
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="text-soft tabular-nums">
            {item.size && `${item.size} · `}
            {formatCents(item.price)}
          </span>
          <button className="min-h-11" type="button" onClick={onView}>
            <span className="underlined">View cart</span>
          </button>
        </p>
      </div>
    </div>
  )
}
