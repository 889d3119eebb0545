/** Buttons that reveal a password while it is typed. */
export function revealPasswords(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
    const field = document.querySelector<HTMLInputElement>(`#${CSS.escape(button.dataset.reveal ?? '')}`)
    if (!field) continue
    button.hidden = false
    const show = (isShown: boolean) => {
      field.type = isShown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(isShown))
    }
    button.addEventListener('click', () => show(field.type === 'password'))
    // Submitted as a password, so that autofill doesn't store it as text.
    field.form?.addEventListener('submit', () => show(false))
  }
}
