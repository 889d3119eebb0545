/** Belongs to the form of the bar, wherever it stands; see compare-bar.tsx. */
export function CompareTick({
  product,
  className = '',
}: {
  product: { id: string; name: string }
  className?: string
}) {
  return (
    <label className={`flex min-h-11 items-center gap-2.5 self-start text-small text-soft ${className}`}>
      <input
        className="compare-tick size-4.5 accent-forest"
        type="checkbox"
        name="oil"
        value={product.id}
        form="compare"
      />
      Compare<span className="sr-only"> {product.name}</span>
    </label>
  )
}
