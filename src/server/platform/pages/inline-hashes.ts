import { createHash } from 'node:crypto'

export type InlineHashes = {
  html: string
  /** SHA-256 hashes for the content security policy. */
  scripts: string[]
  styles: string[]
}

/**
 * Hashes the inline scripts and styles that carry this render's nonce and strips the nonce from the page. An injected
 * one cannot carry the nonce, so its hash never reaches the policy and no browser runs it.
 */
export function takeInlineHashes(html: string, nonce: string): InlineHashes {
  const mark = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const tag of openingTags(html, mark)) {
    const name = /^<(script|style)\b(?![^>]*\ssrc=)/.exec(tag.text)?.[1]
    if (name === 'script' || name === 'style')
      hashes[name].add(sha256(html.slice(tag.end, html.indexOf(`</${name}`, tag.end))))
  }
  return { html: html.replaceAll(mark, ''), scripts: [...hashes.script], styles: [...hashes.style] }
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
