/**
 * Returns a function that removes the frames added over the page since: an abandoned bank challenge or wallet sheet
 * would cover the page for good. The provider adds them to the body, where nothing of ours has a frame.
 */
export function watchOverlays(page: Document = document): () => void {
  const before = new Set(page.body.children)
  return () => {
    const added = [...page.body.children].filter((child) => !before.has(child))
    for (const child of added) if (child.matches('iframe, :has(iframe)')) child.remove()
  }
}
