import { useRouteLoaderData } from 'react-router'
import { sellerLines } from '#domain/business/shop-settings.ts'
import type { loader as rootLoader } from '#web/root.tsx'

/** Header and footer are not printed, but the seller must be on paper. */
export function Seller() {
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop
  if (!shop) return null
  const [name, ...lines] = sellerLines(shop)
  return (
    <address className="wrap hidden pb-6 text-small not-italic print:block">
      <p className="display text-[2rem]">{name}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </address>
  )
}
