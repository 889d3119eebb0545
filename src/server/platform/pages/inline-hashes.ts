import { createHash } from 'node:crypto'

export type PageScripts = {
  html: string
  /** SHA-256 hashes for the content security policy. */
  hashes: string[]
}

/**
 * Hashes the inline scripts that carry this render's nonce and strips the nonce from the page. An injected script
 * cannot carry the nonce, so its hash never reaches the policy and no browser runs it.
 */
export function takeScriptHashes(html: string, nonce: string): PageScripts {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const tag of openingTags(html, mark)) {
    const isInline = /^<script\b/.test(tag.text) && !/\ssrc=/.test(tag.text)
    if (isInline) hashes.add(sha256(html.slice(tag.end, html.indexOf('</script', tag.end))))
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}

/** Opening tags that contain the mark. */
function* openingTags(html: string, mark: string): Generator<{ text: string; end: number }> {
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const end = html.indexOf('>', at) + 1
    yield { text: html.slice(html.lastIndexOf('<', at), end), end }
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
