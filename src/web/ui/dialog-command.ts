/**
 * A button that opens or closes a dialog by itself: before the page's script runs, and without one. React's types do
 * not know these attributes yet, so they are spread.
 */
export function opens(dialogId: string) {
  return { commandfor: dialogId, command: 'show-modal' }
}

export function closes(dialogId: string) {
  return { commandfor: dialogId, command: 'close' }
}
