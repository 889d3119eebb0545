import { QUESTION, QUESTION_WITHOUT, questionAbout } from '#domain/operators/confirm-question.ts'

/** Longer than between the two presses of a double press. */
const SETTLE_MS = 500

/** For the buttons of questions that are pages. */
export function settleQuestions(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-settles]')) settle(button)
}

/**
 * The second press of a double press was meant for the button that asked, and must not confirm what can't be undone. By
 * keyboard the button is reached on purpose, and works at once.
 */
function settle(button: HTMLButtonElement): void {
  const ignore = (event: MouseEvent): void => {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  button.setAttribute('aria-disabled', 'true')
  button.addEventListener('click', ignore, { capture: true })
  setTimeout(() => {
    button.removeAttribute('aria-disabled')
    button.removeEventListener('click', ignore, { capture: true })
  }, SETTLE_MS)
}

/** Forms with a question are sent after it is confirmed. */
export function askBeforeSending(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const question = questionAbout((name) => typedIn(form, name))
    if (!question) return
    event.preventDefault()
    const { submitter } = event
    ask(question, submitter?.textContent ?? 'Yes', () => {
      const fields = [QUESTION, QUESTION_WITHOUT].flatMap((name) => fieldOf(form, name) ?? [])
      for (const field of fields) field.disabled = true
      form.requestSubmit(submitter)
      // In case the request fails: the next submit asks again.
      setTimeout(() => {
        for (const field of fields) field.disabled = false
      })
    })
  })
}

function typedIn(form: HTMLFormElement, name: string): string {
  return fieldOf(form, name)?.value ?? ''
}

function fieldOf({ elements }: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const field = elements.namedItem(name)
  return field instanceof HTMLInputElement && !field.disabled ? field : undefined
}

/** Calls `onYes` once the question is confirmed, otherwise `onNo`. */
export function ask(question: string, yesLabel: string, onYes: () => void, onNo = () => {}): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm'
  dialog.setAttribute('aria-label', question)
  const text = document.createElement('p')
  text.textContent = question
  const buttons = document.createElement('p')
  buttons.className = 'mt-5 flex justify-end gap-3'
  const no = makeButton('Go back', 'button button-quiet')
  const yes = makeButton(yesLabel, 'button')
  settle(yes)
  buttons.append(no, yes)
  dialog.append(text, buttons)
  let isConfirmed = false
  no.addEventListener('click', () => dialog.close())
  yes.addEventListener('click', () => {
    isConfirmed = true
    dialog.close()
    onYes()
  })
  // Also with Escape.
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (!isConfirmed) onNo()
  })
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
