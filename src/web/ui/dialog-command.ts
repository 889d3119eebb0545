import type { MouseEvent } from 'react'

/**
 * For a button that opens or closes a dialog: by `run`, or by the browser itself where there is no script. React's types
 * do not know the attributes yet.
 */
export function opens(dialogId: string, run: () => void) {
  return { commandfor: dialogId, command: 'show-modal', onClick: instead(run) }
}

export function closes(dialogId: string, run: () => void) {
  return { commandfor: dialogId, command: 'close', onClick: instead(run) }
}

function instead(run: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    run()
  }
}
