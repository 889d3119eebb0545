/**
 * Returns a function that removes the frames which were laid over the page since: a bank's question or a wallet's sheet
 * that is given up would cover the page for good. The provider puts them into the body; nothing of ours there has a frame.
 */
export function watchOverlays(page: Document = document): () => void {
  const before = new Set(page.body.children)
  return () => {
    const added = [...page.body.children].filter((child) => !before.has(child))
    for (const child of added) if (child.matches('iframe, :has(iframe)')) child.remove()
  }
}
