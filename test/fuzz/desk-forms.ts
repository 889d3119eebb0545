import type { Pair } from './draft.ts'

/** A form on a page of the desk: what a browser would send if it was untouched. */
export type DeskForm = { path: string; isMultipart: boolean; fields: Pair[]; files: string[] }

export type DeskMap = { pages: string[]; forms: DeskForm[] }

/** Crawls every linked page and its forms: the grammar of the desk, read from the desk itself. */
export async function exploreDesk(open: (path: string) => Promise<string>, maxPages: number): Promise<DeskMap> {
  const waiting = ['/admin']
  const seen = new Set(waiting)
  const forms = new Map<string, DeskForm>()
  for (let visited = 0; visited < maxPages; visited += 1) {
    const next = waiting.shift()
    if (next === undefined) break
    const html = await open(next)
    for (const form of readForms(html, next))
      forms.set(`${form.path} ${form.fields.map(([name]) => name).join()}`, form)
    for (const link of attributesOf(html, 'href')) {
      if (!link.startsWith('/admin') || link.startsWith('/admin/live') || seen.has(link)) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  return { pages: [...seen], forms: [...forms.values()] }
}

function readForms(html: string, page: string): DeskForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, attributes = '', inner = '']) => {
    if (!/\bmethod="post"/i.test(attributes)) return []
    const path = attribute(attributes, 'action') || page
    const controls = [
      ...inner.matchAll(/<(input|textarea|select|button)\b([^>]*)>(?:([\s\S]*?)<\/(?:textarea|select)>)?/g),
    ]
    const files: string[] = []
    const fields = controls.flatMap(([, tag = '', given = '', content = '']): Pair[] => {
      const name = attribute(given, 'name')
      if (!name) return []
      if (attribute(given, 'type') === 'file') {
        files.push(name)
        return []
      }
      if (tag === 'textarea') return [[name, decode(content)]]
      if (tag === 'select') return [[name, chosenOption(content)]]
      return [[name, attribute(given, 'value')]]
    })
    return [{ path, isMultipart: attributes.includes('multipart/form-data'), fields, files }]
  })
}

function chosenOption(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
  return attribute(all.find((attributes) => attributes.includes('selected')) ?? all[0] ?? '', 'value')
}

function attribute(text: string, name: string): string {
  return attributesOf(text, name)[0] ?? ''
}

function attributesOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'gi'))].map(([, value = '']) => decode(value))
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
