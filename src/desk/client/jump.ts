import { deskPaths } from '../desk-paths.ts'

/** One row of the server's response. */
type Target = { kind: string; label: string; hint: string; href: string }

/** Requests are debounced while typing. */
const PAUSE_MS = 120

/** Opens the desk's search over the page: a combobox with a list, navigated with the arrow keys. */
export function openJump(): void {
  if (document.querySelector('dialog[open]')) return
  const dialog = element('dialog', { class: 'confirm jump', 'aria-label': 'Search the desk' })
  const input = element('input', {
    class: 'field',
    type: 'text',
    role: 'combobox',
    'aria-label': 'Screen, order, product or customer',
    'aria-autocomplete': 'list',
    'aria-controls': 'jump-targets',
    'aria-expanded': 'true',
    autocomplete: 'off',
    maxlength: '200',
    placeholder: 'Screen, order, product or customer',
  })
  const list = element('ul', { id: 'jump-targets', class: 'jump-list', role: 'listbox', 'aria-label': 'Results' })
  const status = element('p', { class: 'hint', role: 'status' })
  let chosen = 0
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function choose(index: number): void {
    const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
    chosen = options.length === 0 ? 0 : (index + options.length) % options.length
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen))
    const current = options[chosen]
    if (current) input.setAttribute('aria-activedescendant', current.id)
    else input.removeAttribute('aria-activedescendant')
    current?.scrollIntoView({ block: 'nearest' })
  }

  function show(targets: readonly Target[]): void {
    list.replaceChildren(...targets.map(toOption))
    status.textContent = targets.length === 0 ? 'Nothing found.' : ''
    choose(0)
  }

  async function ask(): Promise<void> {
    asked += 1
    const turn = asked
    try {
      const response = await fetch(deskPaths.jumpTargets(input.value), { headers: { accept: 'application/json' } })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const { targets } = (await response.json()) as { targets: Target[] }
      // A slow response to an earlier text must not replace a newer one.
      if (turn === asked) show(targets)
    } catch {
      if (turn === asked) status.textContent = 'The search didn’t work. Try again.'
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), PAUSE_MS)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') list.querySelector<HTMLElement>('[aria-selected=true]')?.click()
    else return
    event.preventDefault()
  })
  dialog.addEventListener('close', () => dialog.remove())
  dialog.append(input, list, status)
  document.body.append(dialog)
  dialog.showModal()
  input.focus()
  void ask()
}

/** The link is the option, so that a pointer can open it in a new tab. */
function toOption({ kind, label, hint, href }: Target, index: number): HTMLElement {
  const item = element('li', { role: 'none' })
  const link = element('a', { id: `jump-${index}`, role: 'option', href, tabindex: '-1' })
  const name = element('span')
  name.textContent = label
  const about = element('span', { class: 'hint' })
  about.textContent = hint === '' ? kind : `${kind} · ${hint}`
  link.append(name, ' ', about)
  item.append(link)
  return item
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  return made
}
