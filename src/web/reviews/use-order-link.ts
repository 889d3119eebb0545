import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'

/** The order number and our signature, from a link on the order page or in an email. */
export type OrderLink = { number: string; proof: string }

/**
 * Not part of the cached page: the server drops the parameters, and the browser reads them once scripts run. They're
 * removed from the address bar at once, so that a copied URL doesn't include them; a reload finds them in the history.
 */
export function useOrderLink(): OrderLink | undefined {
  const { search, hash, state } = useLocation() as Location<{ orderLink?: OrderLink } | null>
  const navigate = useNavigate()
  const isInBrowser = useIsInBrowser()
  const named = isInBrowser ? readLink(search) : undefined
  const found = named ?? (isInBrowser ? state?.orderLink : undefined)
  // Stored here as well, because other URL changes, such as a size, drop it.
  const [link, setLink] = useState<OrderLink>()
  if (found && found.proof !== link?.proof) setLink(found)

  useEffect(() => {
    const orderLink = readLink(search)
    if (!orderLink) return
    const query = new URLSearchParams(search)
    query.delete('order')
    query.delete('proof')
    const rest = { search: query.toString(), hash }
    void navigate(rest, { replace: true, preventScrollReset: true, state: { orderLink } })
  }, [search, hash, navigate])

  return link
}

function readLink(search: string): OrderLink | undefined {
  const query = new URLSearchParams(search)
  const [number, proof] = [query.get('order'), query.get('proof')]
  return number && proof ? { number, proof } : undefined
}
