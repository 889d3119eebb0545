/** Forms with a question in data-confirm are sent after a yes. */
export function askBeforeSending(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.dataset.confirm || form.dataset.isConfirmed) return
    event.preventDefault()
    const { submitter } = event
    ask(form.dataset.confirm, submitter?.textContent ?? 'Yes', () => {
      form.dataset.isConfirmed = 'yes'
      form.requestSubmit(submitter)
    })
  })
}

function ask(question: string, yesLabel: string, onYes: () => void): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm'
  dialog.setAttribute('aria-label', question)
  const text = document.createElement('p')
  text.textContent = question
  const buttons = document.createElement('p')
  buttons.className = 'mt-5 flex justify-end gap-3'
  const no = makeButton('Cancel', 'button button-quiet')
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
