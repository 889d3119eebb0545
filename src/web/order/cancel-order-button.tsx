import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatCents } from '#domain/money/cents.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { cancelOrder } from './order-requests.ts'

/** Possible until the package is packed. Asks for confirmation, as it can't be undone. */
export function CancelOrderButton({ token, refundCents }: { token: string; refundCents: number }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isSending, setIsSending] = useState(false)
  const { revalidate } = useRevalidator()
  const toast = useToast()

  async function cancel() {
    setIsSending(true)
    const result = await cancelOrder(token)
    setIsSending(false)
    dialog.current?.close()
    toast(result.ok ? 'Your order is canceled.' : result.message, result.ok ? 'success' : 'error')
    await revalidate()
  }

  return (
    <>
      <button className="min-h-11" type="button" onClick={() => dialog.current?.showModal()}>
        <span className="underlined">Cancel order</span>
      </button>
      <dialog
        className="m-auto w-[min(28rem,100%-2rem)] bg-paper p-6 text-ink shadow-2xl backdrop:bg-shade/40 sm:p-8"
        ref={dialog}
        aria-labelledby="cancel-title"
        closedby={isSending ? 'none' : 'any'}
      >
        <h2 className="text-title" id="cancel-title">
          Cancel this order?
        </h2>
        <p className="mt-3 text-soft">
          We’ll refund {formatCents(refundCents)} to your card. Banks take a few days to show it. This can’t be undone.
        </p>
        <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          {/* First, because a dialog focuses its first control. */}
          <button className="button" type="button" disabled={isSending} onClick={() => dialog.current?.close()}>
            Keep the order
          </button>
          <button className="button button-quiet" type="button" disabled={isSending} onClick={() => void cancel()}>
            {isSending ? 'Canceling…' : 'Yes, cancel it'}
          </button>
        </p>
      </dialog>
    </>
  )
}
