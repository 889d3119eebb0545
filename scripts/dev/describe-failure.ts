import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { isStartError } from '#server/platform/start-error.ts'

/** What Vite adds to an error in a file that it can't parse. */
type SourceError = Error & { id?: string; loc?: { file?: string; line: number; column: number }; frame?: string }

/** Why the shop can't open, in the words of `npm start` if possible, else with the location in the source. */
export function describeFailure(error: unknown, projectFolder: string): string {
  if (isStartError(error)) return error.message
  if (!(error instanceof Error)) return String(error)
  const { id, loc, frame, message, stack = '' } = error as SourceError
  const file = loc?.file ?? id
  const place = file && `${path.relative(projectFolder, file)}${loc ? `:${loc.line}:${loc.column}` : ''}`
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  const parts = place ? [`${place}\n${message}`, frame] : [`${error.name}: ${message}`, frames.slice(0, 5).join('\n')]
  return stripVTControlCharacters(parts.filter(Boolean).join('\n')).replaceAll(`${projectFolder}${path.sep}`, '')
}

/** Shown instead of a page; reloads it as soon as the shop is open. */
export function failurePage(description: string): string {
  const text = description.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<title>The shop can't open</title>
<h1>The shop can't open</h1>
<pre>${text}</pre>
<p>This page reloads on its own once the file is fixed.</p>
<script type="module">
import { createHotContext } from '/@vite/client'
createHotContext('/failure-page').on('${SHOP_OPENED}', () => location.reload())
</script>
</html>
`
}

/** Sent to open pages when the shop has opened or reopened. */
export const SHOP_OPENED = 'shop:opened'
