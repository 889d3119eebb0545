import type { Offer } from '#domain/cart/cart-offers.ts'
import { paths } from '#web/paths.ts'

/** What the shop sells now; undefined if it can't be reached, which doesn't mean that anything is sold out. */
export async function fetchOffers(send: typeof fetch = fetch): Promise<Offer[] | undefined> {
  try {
    const [response, { offersResponse, toOffers }] = await Promise.all([
      send(paths.products()),
      import('#contract/products.ts'),
    ])
    const parsed = offersResponse.safeParse(await response.json())
    return response.ok && parsed.success ? toOffers(parsed.data) : undefined
  } catch {
    // Offline or an unexpected response: the cart stays as it is, and the server has the final say on prices.
    return undefined
  }
}
