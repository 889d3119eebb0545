import type { MouseEvent } from 'react'

/**
 * For a button that opens a dialog: by `run`, or by the browser itself where there is no script. React's types do not
 * know the attributes yet.
 */
export function opens(dialogId: string, run: () => void) {
  return { commandfor: dialogId, command: 'show-modal', onClick: instead(run) }
}

/** For a button inside the dialog; the dialog's close event does the rest. */
export function closes(dialogId: string) {
  return { commandfor: dialogId, command: 'close', onClick: closeNow }
}

/** Works even if the browser doesn't know the command. */
function closeNow(event: MouseEvent): void {
  event.preventDefault()
  event.currentTarget.closest('dialog')?.close()
}

function instead(run: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    run()
  }
}
