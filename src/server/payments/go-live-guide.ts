import { micromark } from 'micromark'
import type { GuideSection } from '#desk/views/payments/go-live.tsx'
import markdown from '../../../docs/go-live.md?raw'

export type Guide = { title: string; sections: GuideSection[] }

/** The document, cut at its headings: the desk and the repository tell the same. */
export function readGuide(): Guide {
  const [head = '', ...parts] = markdown.split(/^## /m)
  const [title = '', ...intro] = head.replace(/^# /, '').split('\n')
  const sections = parts.map((part) => {
    const [name = '', ...lines] = part.split('\n')
    const [, plain = name] = /^\d+\. (.*)$/.exec(name) ?? []
    return { id: slugOf(plain), title: name, html: micromark(lines.join('\n')) }
  })
  return {
    title,
    sections: [{ id: 'start', title: 'Before you start', html: micromark(intro.join('\n')) }, ...sections],
  }
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
