const PRELOAD = '<link rel="modulepreload" href="'
const PRELOAD_END = '"/>'
const MODULE = '<script type="module" async="">'

/**
 * Defers a page's scripts until after its first load: its module becomes text that a function in the head starts once
 * the page is painted (`start-scripts.ts`), with the files it needs. The text is unchanged, and so is its hash.
 */
export function scriptsLast(html: Buffer): Buffer {
  const files: string[] = []
  const kept: Buffer[] = []
  let doneTo = 0
  for (let at = html.indexOf(PRELOAD); at !== -1; at = html.indexOf(PRELOAD, doneTo)) {
    const end = html.indexOf(PRELOAD_END, at)
    files.push(html.toString('latin1', at + PRELOAD.length, end))
    kept.push(html.subarray(doneTo, at))
    doneTo = end + PRELOAD_END.length
  }
  const module = html.indexOf(MODULE, doneTo)
  if (module !== -1) {
    const text = Buffer.from(`<script type="text/x-module" data-files="${files.join(' ')}">`)
    kept.push(html.subarray(doneTo, module), text)
    doneTo = module + MODULE.length
  }
  return Buffer.concat([...kept, html.subarray(doneTo)])
}
