/**
 * Takes the scripts of a page out of its first load: its module becomes text that a function in the head starts once the
 * page is painted (`start-scripts.ts`), and knows which files it needs. The text stays as it is, and so does its hash.
 */
export function scriptsLast(html: string): string {
  const files: string[] = []
  const rest = html.replaceAll(/<link rel="modulepreload" href="([^"]*)"\/>/g, (_link, file: string) => {
    files.push(file)
    return ''
  })
  return rest.replace(
    '<script type="module" async="">',
    () => `<script type="text/x-module" data-files="${files.join(' ')}">`,
  )
}
