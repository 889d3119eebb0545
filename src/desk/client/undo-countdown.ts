/** Shows how long a decision can still be undone, and removes the button afterwards. */
export function countDownUndo(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-undo]')
  const shown = form?.querySelector('[data-countdown]')
  if (!form || !shown) return
  const end = performance.now() + Number(form.dataset.undo) * 1000
  const timer = setInterval(tick, 250)

  function tick(): void {
    const left = Math.ceil((end - performance.now()) / 1000)
    if (shown) shown.textContent = String(Math.max(left, 0))
    if (left > 0) return
    clearInterval(timer)
    form?.remove()
  }
  tick()
}
