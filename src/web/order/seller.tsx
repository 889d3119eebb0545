import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#web/root.tsx'

/** Header and footer are not printed, but the seller must be on paper. */
export function Seller() {
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop
  if (!shop) return null
  return (
    <address className="wrap hidden pb-6 text-small not-italic print:block">
      <p className="display text-[2rem]">Bloomera</p>
      {shop.address && <p>{shop.address}</p>}
      <p>
        {shop.email} · {shop.phone}
      </p>
    </address>
  )
}
