import { readDollars } from '#domain/dollars.ts'
import { formatCents } from '#domain/money.ts'

/** Forms with a question in data-confirm are sent after a yes. */
export function askBeforeSending(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.isConfirmed) return
    const question = questionOf(form)
    if (!question) return
    event.preventDefault()
    const { submitter } = event
    ask(question, submitter?.textContent ?? 'Yes', () => {
      form.dataset.isConfirmed = 'yes'
      form.requestSubmit(submitter)
    })
  })
}

/**
 * `{amount}` in a question is the sum in the field of that name; what is no sum is refused by the server, and not asked
 * about. A form that names a field in data-confirm-without asks only when that is empty.
 */
function questionOf(form: HTMLFormElement): string | undefined {
  const { confirm, confirmWithout } = form.dataset
  if (confirmWithout && typedIn(form, confirmWithout) !== '') return undefined
  if (!confirm?.includes('{amount}')) return confirm
  const sum = readDollars(typedIn(form, 'amount'))
  return sum.ok ? confirm.replace('{amount}', formatCents(sum.cents)) : undefined
}

function typedIn({ elements }: HTMLFormElement, name: string): string {
  const field = elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value.trim() : ''
}

function ask(question: string, yesLabel: string, onYes: () => void): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm'
  dialog.setAttribute('aria-label', question)
  const text = document.createElement('p')
  text.textContent = question
  const buttons = document.createElement('p')
  buttons.className = 'mt-5 flex justify-end gap-3'
  const no = makeButton('Go back', 'button button-quiet')
  const yes = makeButton(yesLabel, 'button')
  buttons.append(no, yes)
  dialog.append(text, buttons)
  no.addEventListener('click', () => dialog.close())
  yes.addEventListener('click', () => {
    dialog.close()
    onYes()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function makeButton(label: string, className: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = label
  return button
}
