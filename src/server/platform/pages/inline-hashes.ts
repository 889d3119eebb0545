import { createHash } from 'node:crypto'

export type InlineHashes = {
  html: Buffer
  /** SHA-256 hashes for the content security policy. */
  scripts: string[]
  styles: string[]
}

/**
 * Hashes the inline scripts and styles that carry this render's nonce and strips the nonce from the page. An injected
 * one cannot carry the nonce, so its hash never reaches the policy and no browser runs it. Works on bytes: decoding and
 * encoding a page takes longer than everything done here.
 */
export function takeInlineHashes(html: Buffer, nonce: string): InlineHashes {
  const mark = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const kept: Buffer[] = []
  let keptTo = 0
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, keptTo)) {
    const end = html.indexOf('>', at) + 1
    const tag = html.toString('latin1', html.lastIndexOf('<', at), end)
    const name = /^<(script|style)\b(?![^>]*\ssrc=)/.exec(tag)?.[1]
    if (name === 'script' || name === 'style')
      hashes[name].add(sha256(html.subarray(end, html.indexOf(`</${name}`, end))))
    kept.push(html.subarray(keptTo, at))
    keptTo = at + mark.length
  }
  kept.push(html.subarray(keptTo))
  return { html: Buffer.concat(kept), scripts: [...hashes.script], styles: [...hashes.style] }
}

function sha256(text: Buffer): string {
  return createHash('sha256').update(text).digest('base64')
}
