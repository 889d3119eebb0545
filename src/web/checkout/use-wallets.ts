import { useEffect, useState } from 'react'
import { closeWallets, openWallets, totalLine, type Wallets } from './open-wallets.ts'
import type { CardForm } from './set-up-card.ts'

/** Undefined unless the shop offers wallets and the browser supports them. Their sheet shows the current total. */
export function useWallets(form: CardForm | undefined, totalCents: number): Wallets | undefined {
  const [wallets, setWallets] = useState<{ form: CardForm; opened: Wallets }>()
  const [firstTotalCents] = useState(totalCents)
  const opened = wallets?.form === form ? wallets?.opened : undefined
  const request = opened?.request

  useEffect(() => {
    if (!form?.config.hasWallets) return
    const opening = openWallets(form.payments, firstTotalCents)
    let isWanted = true
    async function show(paid: CardForm) {
      const ready = await opening
      if (isWanted) setWallets({ form: paid, opened: ready })
    }
    void show(form)
    return () => {
      isWanted = false
      void opening.then(closeWallets)
    }
  }, [form, firstTotalCents])

  useEffect(() => {
    request?.update({ total: totalLine(totalCents) })
  }, [request, totalCents])

  return opened
}
