import { isLinkTarget } from './link-target.ts'

/** A run of words in a paragraph. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'italic'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'link'; text: string; to: string }

const MARKS = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g

/**
 * Reads `*italic*`, `**bold**` and `[words](address)`. Marks don't nest; anything else, such as a single star or a
 * disallowed link, stays as typed.
 */
export function parseInline(text: string): Inline[] {
  const found: Inline[] = []
  let end = 0
  const addText = (plain: string) => {
    const last = found.at(-1)
    if (plain === '') return
    if (last?.kind === 'text') last.text += plain
    else found.push({ kind: 'text', text: plain })
  }
  for (const match of text.matchAll(MARKS)) {
    addText(text.slice(end, match.index))
    end = match.index + match[0].length
    const [all, bold, italic, words, to] = match
    if (bold !== undefined) found.push({ kind: 'bold', text: bold })
    else if (italic !== undefined) found.push({ kind: 'italic', text: italic })
    else if (words !== undefined && to !== undefined && isLinkTarget(to)) found.push({ kind: 'link', text: words, to })
    else addText(all)
  }
  addText(text.slice(end))
  return found
}

/** The words of something typed like a link that can't be one, such as `[words](https://)`. */
export function brokenLinkIn(text: string): string | undefined {
  const plain = parseInline(text).filter(({ kind }) => kind === 'text')
  return plain.map((run) => /\[([^[\]\n]+)\]\(/.exec(run.text)?.[1]).find((words) => words !== undefined)
}

/** The words alone, as a reader sees them. */
export function plainInline(text: string): string {
  return parseInline(text)
    .map((run) => run.text)
    .join('')
}
