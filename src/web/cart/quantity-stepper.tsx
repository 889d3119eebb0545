import { type CartItem, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useCart } from './cart-context.ts'

/** Decreasing a quantity of one removes the line. */
export function QuantityStepper({ item, isDisabled = false }: { item: CartItem; isDisabled?: boolean }) {
  const { dispatch } = useCart()
  const setQuantity = (quantity: number) => dispatch({ type: 'update-quantity', id: item.id, quantity })
  const what = lineName(item)
  const isFull = item.quantity === MAX_QUANTITY
  return (
    <>
      <div className="mt-2 inline-flex items-center border border-edge">
        <StepButton
          icon="minus"
          label={`Decrease quantity of ${what}`}
          isDisabled={isDisabled}
          onClick={() => setQuantity(item.quantity - 1)}
        />
        <span className="min-w-8 text-center tabular-nums" aria-label={`Quantity ${item.quantity}`} role="status">
          {item.quantity}
        </span>
        <StepButton
          icon="plus"
          label={`Increase quantity of ${what}`}
          isDisabled={isDisabled}
          isAtEnd={isFull}
          onClick={() => setQuantity(item.quantity + 1)}
        />
      </div>
      {isFull && (
        <p className="mt-1 text-fine text-soft" role="status">
          {MAX_QUANTITY} is the most per order
        </p>
      )}
    </>
  )
}

export function lineName({ name, size }: Pick<CartItem, 'name' | 'size'>): string {
  return size ? `${name}, ${size}` : name
}

function StepButton({
  icon,
  label,
  isDisabled,
  isAtEnd = false,
  onClick,
}: {
  icon: 'minus' | 'plus'
  label: string
  isDisabled: boolean
  /** At its limit, but not disabled: disabling a button under a finger drops the focus. */
  isAtEnd?: boolean
  onClick: () => void
}) {
  return (
    <button
      className="flex size-11 items-center justify-center disabled:text-line aria-disabled:cursor-default aria-disabled:text-line"
      type="button"
      disabled={isDisabled}
      aria-disabled={isAtEnd || undefined}
      onClick={onClick}
    >
      <span className="sr-only">{label}</span>
      <Icon name={icon} className="size-4" />
    </button>
  )
}
