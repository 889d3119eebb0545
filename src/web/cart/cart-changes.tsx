import { useCart } from './cart-context.ts'

/** What changed in the cart while the shopper was away, one line each. */
export function CartChanges() {
  const { changes } = useCart()
  return (
    <div role="status">
      {changes.length > 0 && (
        <ul className="grid gap-1 border-l-2 border-honey bg-bone px-4 py-3 text-small">
          {changes.map((change, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- only ever added to or emptied, and the same change may come twice
            <li key={index}>{change}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
