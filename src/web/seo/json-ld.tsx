/** Structured data for search engines. A data block runs nothing, and its content can't close it early. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // oxlint-disable-next-line react/no-danger -- escaped below: React would turn quotes into entities, which JSON is not
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: escapeForScript(json) }} />
}

export function escapeForScript(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
