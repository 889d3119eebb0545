/** What a browser would send of the untouched form with this action. Expects HTML rendered by React. */
export function formValues(html: string, action: string): Record<string, string> {
  const [, rest] = html.split(`action="${action}"`, 2)
  const form = rest?.slice(0, rest.indexOf('</form>'))
  if (form === undefined) throw new Error(`no form for ${action}`)
  const values: Record<string, string> = {}
  const controls = /<(input)\b([^>]*)>|<(textarea|select)\b([^>]*)>(.*?)<\/\3>/gs
  for (const [, input, inputAttributes = '', kind, attributes = '', content = ''] of form.matchAll(controls)) {
    const given = input ? inputAttributes : attributes
    const name = attribute(given, 'name')
    if (name === undefined) continue
    if (kind === 'textarea') values[name] = plain(content.replace(/^\n/, ''))
    else if (kind === 'select') values[name] = chosen(content)
    else if (!/type="(?:checkbox|radio)"/.test(given) || given.includes('checked=""'))
      values[name] = attribute(given, 'value') ?? ''
  }
  return values
}

/** The text of a page without scripts, styles and markup. */
export function visibleText(html: string): string {
  return plain(html.replaceAll(/<(script|style|head)\b.*?<\/\1>|<[^>]+>/gs, ' '))
}

function chosen(options: string): string {
  const all = Array.from(options.matchAll(/<option\b([^>]*)>/g), ([, given = '']) => given)
  return attribute(all.find((given) => given.includes('selected=""')) ?? all[0] ?? '', 'value') ?? ''
}

function attribute(given: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(given)?.[1]
  return value === undefined ? undefined : plain(value)
}

function plain(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
