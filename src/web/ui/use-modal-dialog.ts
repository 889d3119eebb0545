import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** A native dialog that opens and closes with `isOpen`; `onOpen` runs each time it opens. */
export function useModalDialog(isOpen: boolean, onOpen: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const opened = useEffectEvent(onOpen)
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    dialog.current?.showModal()
    opened()
  }, [isOpen])
  return dialog
}
