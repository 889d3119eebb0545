/** Only while it is needed: some browsers discard a page with such a listener instead of keeping it for Back. */
export function askBeforeUnload(isBusy: boolean): void {
  if (isBusy) addEventListener('beforeunload', stopUnload)
  else removeEventListener('beforeunload', stopUnload)
}

function stopUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
