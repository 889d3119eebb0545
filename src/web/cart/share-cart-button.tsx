import { writeCartLink } from '#domain/cart/cart-link.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { useCart } from './cart-provider.tsx'

/** A link with this cart in it: handed to the phone's own sharing where there is one, copied elsewhere. */
export function ShareCartButton() {
  const { cart } = useCart()
  const toast = useToast()

  async function share() {
    const url = new URL(paths.sharedCart(writeCartLink(cart.items)), location.origin).href
    try {
      if (canShare({ url })) await navigator.share({ url, title: 'A cart at Bloomera' })
      else {
        await navigator.clipboard.writeText(url)
        toast('Link copied. Whoever opens it is asked before anything is added.')
      }
    } catch (error) {
      // Closing the phone's sharing sheet is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('The link could not be copied.', 'error')
    }
  }

  return (
    <button
      className="inline-flex min-h-11 items-center gap-2 text-small text-soft hover:text-ink"
      type="button"
      onClick={() => void share()}
    >
      <Icon name="share" className="size-4" />
      Share this cart
    </button>
  )
}

/** On a desk a copied link is handier than the system's sharing window. */
function canShare(data: ShareData): boolean {
  return matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare(data)
}
