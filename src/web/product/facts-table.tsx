import { factRows } from '#domain/catalogue/facts.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'

/** What shoppers compare oils by, in two columns on a wide screen. Without facts there is no section. */
export function FactsTable({ product }: { product: ProductDetail }) {
  const rows = factRows(product)
  if (rows.length === 0) return null
  return (
    <section className="wrap pt-band" aria-labelledby="facts">
      <h2 id="facts">The facts</h2>
      <dl className="mt-6 border-t border-line md:columns-2 md:gap-16">
        {rows.map(({ label, text }) => (
          <div
            className="grid min-h-12 break-inside-avoid grid-cols-[7rem_1fr] items-baseline gap-4 border-b border-line py-3 sm:grid-cols-[9rem_1fr]"
            key={label}
          >
            <dt className="text-small text-soft">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
