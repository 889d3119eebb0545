import { writeCartLink } from '#domain/cart/cart-link.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { useCart } from './cart-context.ts'

/** A link with this cart in it: shared through the phone's share sheet if there is one, otherwise copied. */
export function ShareCartButton() {
  const { cart } = useCart()
  const toast = useToast()

  async function share() {
    const url = new URL(paths.sharedCart(writeCartLink(cart.items)), location.origin).href
    try {
      if (canShare({ url })) await navigator.share({ url, title: 'A cart at Bloomera' })
      else {
        await navigator.clipboard.writeText(url)
        toast('Link copied. Nothing is added until they say yes.')
      }
    } catch (error) {
      // Closing the share sheet is a choice, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('Couldn’t copy the link.', 'error')
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

/** On a desktop, copying the link is handier than the system's share dialog. */
function canShare(data: ShareData): boolean {
  return matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare(data)
}
