/** Belongs to the bar's form, wherever it is on the page; see compare-bar.tsx. */
export function CompareTick({
  product,
  className = '',
}: {
  product: { id: string; name: string }
  className?: string
}) {
  return (
    <label className={`compare-label ${className}`}>
      <input className="compare-tick" type="checkbox" name="oil" value={product.id} form="compare" />
      Compare<span className="sr-only"> {product.name}</span>
    </label>
  )
}
